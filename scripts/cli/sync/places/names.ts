/** Which name each skill gets in agents' folders. */
import { skillId } from '../../../../origin/contract/grammar/ids.ts';
import { isDeviceName } from '../../../../origin/contract/grammar/segments.ts';

/**
 * A name for each skill: its slug, or `<author>-<slug>` where another has that. Who has a name keeps it; the rest choose
 * in the order of their ids, slugs first. None is a device of Windows, where a lock may come too.
 */
export function namesFor(skillIds: readonly string[], had: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (id: string, name: string): boolean => {
    if (taken.has(name) || isDeviceName(name)) return false;
    taken.add(name);
    names.set(id, name);
    return true;
  };
  const inOrder = [...skillIds].sort();
  for (const id of inOrder) {
    const name = had.get(id);
    if (name !== undefined) give(id, name);
  }
  // An id that the registry got wrong keeps the name that it had, and gets no other.
  const nameless = () => {
    const others = inOrder.filter((id) => !names.has(id)).map((id) => ({ id, skill: skillId.parse(id) }));
    return others.flatMap(({ id, skill }) => (skill ? [{ id, ...skill }] : []));
  };
  for (const { id, slug } of nameless()) give(id, slug);
  for (const { id, author, slug } of nameless()) {
    const long = `${author}-${slug}`;
    for (let n = 1; !give(id, n === 1 ? long : `${long}-${n}`); n += 1);
  }
  return names;
}
