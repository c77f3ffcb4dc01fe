import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { namesIn } from '../reference.ts';
import { type LibraryEntry, libraryEntry, waitingEntries } from '../registry/library.ts';
import { oneLine } from '../terminal/printable.ts';

/** Skips the versions that wait: each is not offered again, the next one is. With `undo`, what was skipped is offered again. */
export async function skip(context: Context, names: readonly string[], { undo }: { undo?: true }): Promise<Outcome> {
  if (names.length === 0) throw new Failure('Name the skills to skip a version of.', exitCodes.usage);
  const registry = await context.registry();
  const put = (entry: LibraryEntry, hash: string | null) =>
    registry.origin.skipLibraryVersion({ ...namesIn(entry.skill_id), body: { hash } });
  const changed: LibraryEntry[] = [];
  const lines: string[] = [];
  if (undo) {
    for (const name of names) {
      const entry = await put(await libraryEntry(registry, name), null);
      changed.push(entry);
      lines.push(`No version of ${nameOf(entry.skill_id)} is skipped.`);
    }
  } else {
    for (const entry of await waitingEntries(registry, names)) {
      changed.push(await put(entry, entry.pending.hash));
      const skipped = `${nameOf(entry.skill_id)} ${oneLine(entry.pending.version_label)}`;
      lines.push(`Skipped ${skipped}. You will be asked about the next version.`);
    }
  }
  return { text: lines.join('\n') || 'No version to skip.', json: { skills: changed } };
}
