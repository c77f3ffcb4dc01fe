/** Names that no disk takes one for another. */
import { BrokenPack } from '../../../mirror/followers/pack.ts';
import type { Entry } from '../../../mirror/snapshot/files/content.ts';
import { namesOf } from './copyFiles.ts';

/** Errors: `BrokenPack` where two files differ in case alone, or one is where another’s folder has to be. */
export function refuseClashes(entries: Iterable<Entry>): void {
  const names = new Set<string>();
  for (const entry of entries)
    for (const name of namesOf(entry)) {
      const folded = name.toLowerCase();
      if (names.has(folded)) throw new BrokenPack(`${name} is the name of two files.`);
      names.add(folded);
    }
  for (const name of names)
    for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1))
      if (names.has(name.slice(0, end))) throw new BrokenPack(`${name} would be in a file.`);
}
