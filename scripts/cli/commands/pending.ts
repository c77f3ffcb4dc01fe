import { asksMayBeMore } from '../../../origin/contract/comparing.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import type { Context, Outcome } from '../context.ts';
import { changesOf, nameOf, step, type Waiting, waitingEntries } from '../library.ts';
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
    [heading(context, entry), ...asksLines(context, asks)].join('\n  '),
  );
  const next = 'Look closer with `skill-registry diff`, then: skill-registry approve <author/skill>';
  context.terminal.note(next);
  return { text: blocks.join('\n'), json: { skills } };
}

export const heading = ({ terminal }: Context, entry: Waiting): string =>
  `${terminal.style.bold(nameOf(entry.skill_id))} ${oneLine(step(entry))}`;

/** What the new version mentions that the approved one did not. */
export function asksLines({ terminal }: Context, asks: Asks | null): string[] {
  if (!asks) return ['no version is approved to compare it with'];
  const lists = [
    ['commands', asks.commands],
    ['domains', asks.domains],
    ['environment variables', asks.environment],
    ['tools', asks.allowed_tools],
  ] as const;
  const lines = lists.flatMap(([what, list]) =>
    list.length > 0 ? [terminal.style.yellow(`newly mentions ${what}: ${oneLine(list.join(', '))}`)] : [],
  );
  if (asks.complete === false) lines.unshift(terminal.style.yellow(asksMayBeMore));
  if (lines.length === 0) lines.push('mentions no new commands, domains, environment variables or tools');
  if (asks.token_count !== 0) lines.push(`SKILL.md: ${asks.token_count > 0 ? '+' : ''}${asks.token_count} tokens`);
  return lines;
}
