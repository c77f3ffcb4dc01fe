/** Light, dark, or as the system says: a button goes round, and the choice is kept in this browser alone. */

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const kept = 'theme';

const root = document.documentElement;
const button = document.querySelector<HTMLButtonElement>('#theme');

let chosen = remembered();
show();
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length] ?? 'system';
    remember();
    show();
  });
}

function show(): void {
  if (chosen === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = chosen;
  if (button) button.textContent = `Theme: ${chosen}`;
}

/** A browser may refuse to keep anything: then the choice is of this page. */
function remembered(): Theme {
  try {
    const text = localStorage.getItem(kept);
    return themes.find((theme) => theme === text) ?? 'system';
  } catch {
    return 'system';
  }
}

function remember(): void {
  try {
    if (chosen === 'system') localStorage.removeItem(kept);
    else localStorage.setItem(kept, chosen);
  } catch {
    // It is of this page then.
  }
}
