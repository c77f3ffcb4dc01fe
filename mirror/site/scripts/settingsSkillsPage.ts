/** The skills that one may change, those that everybody sees beside the private ones. */
import type { Output } from '../../../origin/contract/operations.ts';
import { call } from './call.ts';
import { answer, copyOf, part, textIn } from './form.ts';
import { begin } from './signedIn.ts';
import { showSkill } from './skills/row.ts';

const visibilities = ['public', 'private'] as const;
/** The most that a list shows; others are found by their name. */
const atOnce = 100;
/** As many can be looked over without a search. */
const few = 10;

let q = '';

/** `open` names a skill whose parts are shown at once. */
async function showSkills(open?: string): Promise<void> {
  const lists = await Promise.all(
    visibilities.map((visibility) => call('listOwnSkills', { visibility, limit: atOnce, q })),
  );
  for (const [index, visibility] of visibilities.entries()) showList(visibility, lists[index], open);
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  part('find').hidden = total <= few && q === '';
}

function showList(visibility: string, list: Output<'listOwnSkills'> | undefined, open: string | undefined): void {
  const { skills = [], total = 0 } = list ?? {};
  const rows = skills.map((skill) => {
    const row = copyOf('skill-row');
    showSkill(row, skill, showSkills);
    const details = row.querySelector('details');
    if (details) details.open = skill.skill_id === open;
    return row;
  });
  part(visibility).replaceChildren(...rows);
  part(`${visibility}-none`).hidden = total > 0 || q !== '';
  const rest = total - skills.length;
  part(`${visibility}-rest`).hidden = rest === 0 && (total > 0 || q === '');
  part(`${visibility}-rest`).textContent = rest ? `And ${rest} more: find them by their names.` : 'None of that name.';
}

answer(part<HTMLFormElement>('find'), async (data) => {
  q = textIn(data, 'q');
  await showSkills();
  return undefined;
});

begin(() => showSkills());
