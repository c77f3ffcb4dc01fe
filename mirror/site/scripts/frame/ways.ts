/** The way to get a skill that a reader chose last is the one that the next page shows. */
import { keep, kept } from './kept.ts';

const name = 'way';
const chosen = document.getElementById(kept(name) ?? '');
if (chosen instanceof HTMLInputElement && chosen.name === name) chosen.checked = true;
for (const way of document.querySelectorAll<HTMLInputElement>(`[name=${name}]`))
  way.addEventListener('change', () => keep(name, way.id));
