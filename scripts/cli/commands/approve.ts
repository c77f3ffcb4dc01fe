import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { namesIn } from '../reference.ts';
import { changesOf, type LibraryEntry, waitingEntries } from '../registry/library.ts';
import { oneLine } from '../terminal/printable.ts';
import { filesText } from './diff.ts';
import { decidingLines, heading } from './pending.ts';

interface ApproveOptions {
  all?: boolean;
  yes?: boolean;
}

/** Approves versions that wait, each after it was shown; exactly the version that was shown. */
export async function approve(context: Context, names: readonly string[], options: ApproveOptions): Promise<Outcome> {
  const { terminal } = context;
  if (names.length === 0 && !options.all) {
    throw new Failure(
      'Name the skills to approve, or use --all. `skill-registry pending` lists them.',
      exitCodes.usage,
    );
  }
  if (!options.yes && !terminal.isInteractive) {
    throw new Failure('Can’t ask for confirmation here. Use --yes to approve without asking.', exitCodes.usage);
  }
  const registry = await context.registry();
  const approved: LibraryEntry[] = [];
  const left: string[] = [];
  for (const entry of await waitingEntries(registry, names)) {
    const changes = await changesOf(registry, entry);
    const lines = await decidingLines(context, registry, entry, changes?.asks ?? null);
    terminal.note([heading(context, entry), ...lines].join('\n').replaceAll('\n', '\n  '));
    if (changes && !options.yes) terminal.note(filesText(context, changes));
    if (!options.yes && !(await terminal.confirm(`Approve ${nameOf(entry.skill_id)}?`, false))) {
      left.push(entry.skill_id);
      continue;
    }
    const body = { hash: entry.pending.hash, pinned: entry.pinned };
    approved.push(await registry.origin.putLibrarySkill({ ...namesIn(entry.skill_id), body }));
  }
  const lines = approved.map(
    (entry) => `Approved ${nameOf(entry.skill_id)} ${oneLine(entry.approved?.version_label ?? '')}`,
  );
  if (approved.length > 0) terminal.note('Next: skill-registry sync');
  return {
    text: lines.join('\n') || (left.length > 0 ? 'Nothing approved.' : 'Nothing to approve.'),
    json: { approved, left },
  };
}
