/**
 * Buttons that copy a command, a block of code or a file, what is flagged by the second click. Without a clipboard there are
 * none, and a click selects a command.
 */

/** Milliseconds that a button says it did. */
const saidFor = 2000;

if (navigator.clipboard) {
  for (const pre of document.querySelectorAll<HTMLElement>('.prose pre, pre.source')) addButton(pre);
  for (const block of document.querySelectorAll<HTMLElement>('.copied')) serve(block);
}

/** Gives code that others wrote what our own commands have in the markup. */
function addButton(pre: HTMLElement): void {
  const [block, button, said] = [
    document.createElement('div'),
    document.createElement('button'),
    document.createElement('span'),
  ];
  block.className = 'copied';
  button.type = 'button';
  button.textContent = 'Copy';
  said.role = 'status';
  pre.replaceWith(block);
  block.append(pre, button, said);
}

function serve(block: HTMLElement): void {
  const button = block.querySelector('button');
  const code = block.querySelector('code');
  const said = block.querySelector('[role="status"]');
  if (!button || !code || !said) return;
  button.hidden = false;
  let isArmed = !block.closest('.guarded');
  button.addEventListener('click', async () => {
    if (!isArmed) {
      isArmed = true;
      if (button.firstChild) button.firstChild.textContent = 'Flagged. Copy anyway';
      return;
    }
    const copied = await navigator.clipboard.writeText(textOf(code)).then(
      () => true,
      () => false,
    );
    said.textContent = copied ? 'Copied' : 'Couldn’t copy. Select the text and copy it yourself.';
    setTimeout(() => {
      said.textContent = '';
    }, saidFor);
  });
}

/** As it is shown, so with `U+202E` for a character that can't be seen, and without the numbers of lines. */
function textOf(code: HTMLElement): string {
  const copy = code.cloneNode(true) as HTMLElement;
  for (const number of copy.querySelectorAll('[id^="L"] > a:first-child')) number.remove();
  return copy.textContent;
}
