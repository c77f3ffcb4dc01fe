/** Light, dark, or as the system says: a button goes round, and the choice is kept in this browser alone. */
import { keep, kept } from './kept.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const name = 'theme';

const root = document.documentElement;
const button = document.querySelector<HTMLButtonElement>('#theme');

let chosen: Theme = themes.find((theme) => theme === kept(name)) ?? 'system';
show();
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length] ?? 'system';
    keep(name, chosen === 'system' ? null : chosen);
    show();
  });
}

function show(): void {
  if (chosen === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = chosen;
  if (button) button.textContent = `Theme: ${chosen}`;
}
