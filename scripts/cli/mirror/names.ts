/** Names that no disk takes one for another. */
import { BrokenPack } from '../../../mirror/followers/pack/pack.ts';
import type { Entry } from '../../../mirror/snapshot/files/content.ts';
import { namesOf } from './copyFiles.ts';

/**
 * A function that is told of each file of a copy. Errors: `BrokenPack` where one differs from another in case alone, or is where the
 * folder of another has to be.
 */
export function clashes(): (entry: Entry) => void {
  /** By how they are spelled without case, the path of the file that they are of. */
  const files = new Map<string, string>();
  const folders = new Set<string>();
  const add = (name: string, path: string): void => {
    const folded = name.toLowerCase();
    if ((files.get(folded) ?? path) !== path || folders.has(folded))
      throw new BrokenPack(`${name} is where something else has to be.`);
    files.set(folded, path);
    for (let end = folded.indexOf('/'); end !== -1; end = folded.indexOf('/', end + 1)) {
      const folder = folded.slice(0, end);
      if (files.has(folder)) throw new BrokenPack(`${name} is below a file.`);
      folders.add(folder);
    }
  };
  return (entry) => {
    for (const name of namesOf(entry)) add(name, entry.path);
  };
}
