/** Versions of skills, by the archives that they are. */
import { addressOf } from '../../../mirror/snapshot/address/address.ts';
import type { Entry } from '../../../mirror/snapshot/files/content.ts';
import { versionId } from '../../../origin/contract/grammar/ids.ts';

/** `ada:pdf@sha256:…` of an archive of a version; undefined of other files. */
export function versionIn(path: string): string | undefined {
  const { author, slug, hash } = addressOf(path)?.values ?? {};
  return author && slug && hash ? versionId.format({ author, slug, hash }) : undefined;
}

/** Those of these versions that are among the files, each once. */
export function stillThere(versions: readonly string[], entries: Iterable<Entry>): string[] {
  if (versions.length === 0) return [];
  const there = new Set([...entries].map(({ path }) => versionIn(path)));
  return [...new Set(versions)].filter((version) => there.has(version));
}

/** Digests of the archives among these files, as the log has them, but for those that `isHeld` against it already. */
export function versionsAmong(entries: Iterable<Entry>, isHeld: (entry: Entry) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries) {
    const version = isHeld(entry) ? undefined : versionIn(entry.path);
    if (version !== undefined) found.set(version, `sha256:${entry.sha256}`);
  }
  return found;
}
