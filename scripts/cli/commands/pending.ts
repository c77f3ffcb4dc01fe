import { askedIn } from '../../../origin/contract/asked.ts';
import { nameOf } from '../../../origin/contract/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import type { Context, Outcome } from '../context.ts';
import { changesOf, step, type Waiting, waitingEntries } from '../library.ts';
import { oneLine } from '../printable.ts';

type Asks = Output<'getSkillVersionDiff'>['asks'];

/** What waits for approval, with what each newly asks for. */
export async function pending(context: Context, names: readonly string[]): Promise<Outcome> {
  const registry = await context.registry();
  const entries = await waitingEntries(registry, names);
  const skills = [];
  for (const [index, entry] of entries.entries()) {
    context.terminal.progress(index, entries.length, 'Comparing');
    skills.push({ ...entry, asks: (await changesOf(registry, entry))?.asks ?? null });
  }
  if (skills.length === 0) return { text: 'Nothing waits for approval.', json: { skills } };
  const blocks = skills.map(({ asks, ...entry }) =>
    [heading(context, entry), ...comparedLines(context, entry, asks)].join('\n  '),
  );
  const next = 'Look closer with `skill-registry diff`, then: skill-registry approve <author/skill>';
  context.terminal.note(next);
  return { text: blocks.join('\n'), json: { skills } };
}

export const heading = ({ terminal }: Context, entry: Waiting): string =>
  `${terminal.style.bold(nameOf(entry.skill_id))} ${oneLine(step(entry))}`;

/** What the new version mentions that the approved one did not, and how far that was looked for. */
export function asksLines({ terminal }: Context, asks: Asks): string[] {
  const { news, incomplete, limits, tokens } = askedIn(asks);
  return [
    ...(incomplete ? [terminal.style.yellow(incomplete)] : []),
    ...news.map(({ what, values }) => terminal.style.yellow(`Newly mentions ${what}: ${oneLine(values.join(', '))}`)),
    limits,
    ...(tokens ? [tokens] : []),
  ];
}

/** What a person has to decide by, where that is little. */
export function comparedLines(context: Context, { skill_id, pending }: Waiting, asks: Asks | null): string[] {
  if (asks) return asksLines(context, asks);
  const read = `skill-registry files ${nameOf(skill_id)}@${pending.hash} SKILL.md`;
  return [`No version is approved to compare it with, and nothing was read. Read it first: ${read}`];
}
