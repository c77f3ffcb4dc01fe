/** The skills that one may change, those that everybody sees beside the private ones. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { answer, copyOf, fill, part, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { begin } from '../requests/signedIn.ts';
import { showSkill } from '../skills/row.ts';

const visibilities = ['public', 'private'] as const;
type Visibility = (typeof visibilities)[number];
type Skills = Output<'listOwnSkills'>['skills'];

/** The most that the origin hands out at once, and that each press shows more of. */
const atOnce = 100;
/** As many can be looked over without a search. */
const few = 10;

let q = '';
/** Rows that a list may have by now. */
const most = { public: atOnce, private: atOnce };

/** `open` names a skill whose parts are shown at once. */
async function showSkills(open?: string): Promise<void> {
  const totals = await Promise.all(
    visibilities.map(async (visibility) => {
      const { skills, total } = await listOf(visibility);
      showList(visibility, skills, total, open);
      return total;
    }),
  );
  part('find').hidden = totals.reduce((sum, total) => sum + total) <= few && q === '';
}

async function listOf(visibility: Visibility): Promise<{ skills: Skills; total: number }> {
  const skills: Skills = [];
  for (;;) {
    const next = await call('listOwnSkills', { visibility, limit: atOnce, offset: skills.length, q });
    skills.push(...next.skills);
    const { total } = next;
    if (next.skills.length === 0 || skills.length >= Math.min(total, most[visibility])) return { skills, total };
  }
}

function showList(visibility: Visibility, skills: Skills, total: number, open: string | undefined): void {
  const rows = skills.map((skill) => {
    const row = copyOf('skill-row');
    showSkill(row, skill, showSkills);
    const details = row.querySelector('details');
    if (details) details.open = skill.skill_id === open;
    return row;
  });
  part(visibility).replaceChildren(...rows);
  part(`${visibility}-none`).hidden = total > 0 || q !== '';
  part(`${visibility}-unknown`).hidden = total > 0 || q === '';
  const rest = total - skills.length;
  part(`${visibility}-more`).hidden = rest === 0;
  fill(part(`${visibility}-more`), { rest: `Show ${Math.min(rest, atOnce)} of ${rest} more` });
}

for (const visibility of visibilities)
  answer(part<HTMLFormElement>(`${visibility}-more`), async () => {
    most[visibility] += atOnce;
    await showSkills();
    return undefined;
  });

answer(part<HTMLFormElement>('find'), async (data) => {
  q = textIn(data, 'q');
  await showSkills();
  return undefined;
});

begin(() => showSkills());
