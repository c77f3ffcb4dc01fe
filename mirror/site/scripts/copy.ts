/** Buttons that copy the command beside them. Without a clipboard they stay hidden, and a click selects the command. */

/** Milliseconds that a button says it did. */
const saidFor = 2000;

for (const command of document.querySelectorAll<HTMLElement>('.command')) {
  const button = command.querySelector('button');
  const code = command.querySelector('code');
  const said = command.querySelector('[role="status"]');
  if (!button || !code || !said || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(code.textContent ?? '').then(
      () => true,
      () => false,
    );
    said.textContent = copied ? 'Copied' : 'Not copied: the browser refused.';
    setTimeout(() => {
      said.textContent = '';
    }, saidFor);
  });
}
