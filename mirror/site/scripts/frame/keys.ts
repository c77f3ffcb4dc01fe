/** Keys beside those of the browser: `j` and `k` walk the entries of a list, `?` names all keys. */
import { isTyping } from '../forms/typing.ts';

const keys = [
  ['/', 'Search'],
  ['j', 'Next entry'],
  ['k', 'Previous entry'],
  ['Enter', 'Open the entry'],
  ['?', 'These keys'],
] as const;

/** The link of each entry that leads to it. */
const entries = '.entry-name > a, .events p > a:first-child';

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === '?') dialog().showModal();
  else if (event.key === 'j') walk(1);
  else if (event.key === 'k') walk(-1);
  else return;
  event.preventDefault();
});

function walk(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(entries)];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
  next?.focus();
}

function dialog(): HTMLDialogElement {
  const known = document.querySelector<HTMLDialogElement>('#keys');
  if (known) return known;
  const made = document.createElement('dialog');
  made.id = 'keys';
  made.ariaLabel = 'Keys';
  const list = document.createElement('dl');
  for (const [key, does] of keys) {
    const name = document.createElement('kbd');
    name.textContent = key;
    const [term, what] = [document.createElement('dt'), document.createElement('dd')];
    term.append(name);
    what.textContent = does;
    list.append(term, what);
  }
  const form = document.createElement('form');
  form.method = 'dialog';
  const close = document.createElement('button');
  close.textContent = 'Close';
  form.append(close);
  made.append(list, form);
  document.body.append(made);
  return made;
}
