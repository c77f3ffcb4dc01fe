import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { askedIn, newsWords } from '../../../origin/contract/words/asked.ts';
import { verdictOf } from '../../../origin/contract/words/scan.ts';
import type { Context, Outcome } from '../context.ts';
import { reportLines } from '../publish/scanReport.ts';
import { changesOf, reportOf, step, type Waiting, waitingEntries } from '../registry/library.ts';
import type { Registry } from '../registry/registry.ts';
import { oneLine } from '../terminal/printable.ts';

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
  if (skills.length === 0) return { text: 'Nothing to approve.', json: { skills } };
  const blocks: string[] = [];
  for (const { asks, ...entry } of skills) {
    const lines = await decidingLines(context, registry, entry, asks);
    blocks.push([heading(context, entry), ...lines].join('\n').replaceAll('\n', '\n  '));
  }
  const next = 'See the changes with `skill-registry diff`, then: skill-registry approve <author/skill>, or skip it';
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
    ...news.map((one) => terminal.style.yellow(newsWords(one, oneLine))),
    limits,
    ...(tokens ? [tokens] : []),
  ];
}

/** What a person has to decide by: what changed, or where nothing is approved to compare it with, all that the scan says. */
export async function decidingLines(
  context: Context,
  registry: Registry,
  entry: Waiting,
  asks: Asks | null,
): Promise<string[]> {
  if (asks) return asksLines(context, asks);
  const report = await reportOf(registry, entry);
  const read = `skill-registry files ${nameOf(entry.skill_id)}@${entry.pending.hash} SKILL.md`;
  return [
    `You have no approved version to compare with. ${verdictOf(report)}. Read it first: ${read}`,
    ...reportLines(context, '', report),
  ];
}
