/** Buttons that copy the command beside them, a flagged skill's by the second click. Without a clipboard they stay hidden, and a click selects the command. */

/** Milliseconds that a button says it did. */
const saidFor = 2000;

for (const command of document.querySelectorAll<HTMLElement>('.command')) {
  const button = command.querySelector('button');
  const code = command.querySelector('code');
  const said = command.querySelector('[role="status"]');
  if (!button || !code || !said || !navigator.clipboard) continue;
  button.hidden = false;
  let isArmed = !command.classList.contains('guarded');
  button.addEventListener('click', async () => {
    if (!isArmed) {
      isArmed = true;
      if (button.firstChild) button.firstChild.textContent = 'Flagged. Copy anyway';
      return;
    }
    const copied = await navigator.clipboard.writeText(code.textContent ?? '').then(
      () => true,
      () => false,
    );
    said.textContent = copied ? 'Copied' : 'Couldn’t copy. Select the text and copy it yourself.';
    setTimeout(() => {
      said.textContent = '';
    }, saidFor);
  });
}
