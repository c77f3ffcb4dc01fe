/** Which name each skill gets in agents' folders. */
import { namesOf } from './manifest.ts';

/**
 * A name for each skill: its slug, or `<author>-<slug>` where another has that. Who has a name keeps it; the rest choose
 * in the order of their ids, slugs first.
 */
export function namesFor(skillIds: readonly string[], had: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (skillId: string, name: string): boolean => {
    if (taken.has(name)) return false;
    taken.add(name);
    names.set(skillId, name);
    return true;
  };
  const inOrder = [...skillIds].sort();
  for (const skillId of inOrder) {
    const name = had.get(skillId);
    if (name !== undefined) give(skillId, name);
  }
  const nameless = () => inOrder.filter((skillId) => !names.has(skillId));
  for (const skillId of nameless()) give(skillId, namesOf(skillId).slug);
  for (const skillId of nameless()) {
    const { author, slug } = namesOf(skillId);
    const long = `${author}-${slug}`;
    for (let n = 1; !give(skillId, n === 1 ? long : `${long}-${n}`); n += 1);
  }
  return names;
}
