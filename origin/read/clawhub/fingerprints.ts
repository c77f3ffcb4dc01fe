/** What ClawHub's program tells a version's files by: a hash over their names and hashes, in its own order. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { digitsOf } from '../../contract/grammar/grammar.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { type FileName, filesByVersion } from '../../store/skills/sameName.ts';
import type { View } from '../../store/view.ts';
import type { Version } from './named.ts';

/**
 * It sorts as the language of its machine does. Paths are ASCII, which nearly all languages sort as English does; where
 * one doesn't, the program goes by the fingerprint that it noted when it installed.
 */
const { compare } = new Intl.Collator('en');

/** Files that it never looks at are left out. */
function fingerprintOf(files: readonly FileName[]): string {
  const lines = files
    .filter(({ path }) => !path.split('/').some((segment) => segment.startsWith('.')))
    .toSorted((one, other) => compare(one.path, other.path))
    .map(({ path, hash }) => `${path}:${digitsOf(hash)}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** By the hash of a version, which stands for the same files wherever it is. About 200 bytes each. */
const known = new LRUCache<string, string>({ max: 50_000 });

/** Versions whose files are read at once. */
const atOnce = 50;

/** The last look at the files of each skill that is under way. */
const underWay = new Map<string, Promise<void>>();

/** One at a time for each skill: who waited for another's look mostly finds that nothing is left to read. */
async function inTurn(skill: string, look: () => Promise<void>): Promise<void> {
  const before = underWay.get(skill);
  const own = before ? before.then(look, look) : look();
  underWay.set(skill, own);
  try {
    await own;
  } finally {
    if (underWay.get(skill) === own) underWay.delete(skill);
  }
}

/** The newest of `versions` (newest first) whose files have this fingerprint. */
export async function versionWithFiles(
  view: View,
  skill: { author: string; slug: string },
  versions: readonly Version[],
  fingerprint: string,
): Promise<Version | undefined> {
  for (let from = 0; from < versions.length; from += atOnce) {
    const some = versions.slice(from, from + atOnce);
    await inTurn(skillId.format(skill), async () => {
      const unknown = some.filter(({ hash }) => !known.has(hash)).map(({ hash }) => hash);
      const fresh = await filesByVersion(view, skill, unknown);
      for (const [hash, files] of fresh) known.set(hash, fingerprintOf(files));
    });
    const match = some.find(({ hash }) => known.get(hash) === fingerprint);
    if (match) return match;
  }
  return undefined;
}
