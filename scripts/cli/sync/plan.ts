/** What a sync has to do, worked out from what is approved and what stands there. Pure. */
import { basename, dirname, join } from 'node:path';
import type { Approved } from './manifest.ts';
import type { FolderEntry } from './places/folderEntries.ts';
import { namesFor } from './places/names.ts';
import type { State } from './state.ts';
import { hashOfVersion } from './store/versions.ts';

/** One place in one agent's folder. */
export interface Slot {
  path: string;
  skill: Approved;
  /** The version that the link there points to now; absent where there is none of ours. */
  current?: string;
  /**
   * `keep` what is right; `link` where nothing stands; `switch` a link of ours; `replaced` by a person, who put
   * something of theirs where our link was; `foreign`: somebody else's all along.
   */
  action: 'keep' | 'link' | 'switch' | 'replaced' | 'foreign';
}

export interface Removal {
  path: string;
  version: string;
  skill_id: string;
}

export interface Plan {
  slots: Slot[];
  removals: Removal[];
  /** Skills whose name in the folders is not their slug. */
  renamed: { skill_id: string; name: string }[];
}

export interface Situation {
  approved: readonly Approved[];
  /** Skills of which nothing may change, since what the registry says of them can't be. */
  untouched: readonly string[];
  held: State['held'];
  folders: readonly string[];
  placed: State['placed'];
  found: ReadonlyMap<string, FolderEntry>;
}

export function planSync(situation: Situation): Plan {
  const { folders, placed, found } = situation;
  const stays = new Set(heldHere(situation).flatMap(({ skill_id, isHere }) => (isHere ? [skill_id] : [])));
  const untouched = new Set([...situation.untouched, ...stays]);
  const approved = situation.approved.filter(({ skill_id }) => !stays.has(skill_id));
  const had = new Map(Object.entries(placed).map(([path, { skill_id }]) => [skill_id, basename(path)]));
  const names = namesFor([...approved.map(({ skill_id }) => skill_id), ...untouched], had);
  const slots = approved.flatMap((skill) =>
    folders.map((folder) => {
      const path = join(folder, names.get(skill.skill_id) ?? '');
      return slotOf(path, skill, found.get(path), path in placed);
    }),
  );
  const wanted = new Set(slots.map(({ path }) => path));
  const removals = [...found].flatMap(([path, there]) => {
    if (there.kind !== 'ours' || wanted.has(path)) return [];
    const skillId = placed[path]?.skill_id ?? '';
    if (untouched.has(skillId) && folders.includes(dirname(path))) return [];
    return [{ path, version: there.version, skill_id: skillId }];
  });
  const renamed = approved.flatMap(({ skill_id }) => {
    const name = names.get(skill_id) ?? '';
    return skill_id.endsWith(`:${name}`) ? [] : [{ skill_id, name }];
  });
  return { slots, removals, renamed };
}

/**
 * The versions that the registry holds, and whether they are here: what is stays, also where the registry hands out an
 * older one meanwhile. What a quarantine or an advisory is against is in no such list, and goes.
 */
export function heldHere({
  held,
  placed,
}: Pick<State, 'held' | 'placed'>): (State['held'][number] & { isHere: boolean })[] {
  const here = new Set(Object.values(placed).map(({ skill_id, version }) => `${skill_id} ${hashOfVersion(version)}`));
  return held.map((one) => ({ ...one, isHere: here.has(`${one.skill_id} ${one.hash}`) }));
}

function slotOf(path: string, skill: Approved, there: FolderEntry | undefined, wasPlaced: boolean): Slot {
  if (!there) return { path, skill, action: 'link' };
  if (there.kind === 'other') return { path, skill, action: wasPlaced ? 'replaced' : 'foreign' };
  const isRight = there.isWhole && hashOfVersion(there.version) === skill.hash;
  return { path, skill, current: there.version, action: isRight ? 'keep' : 'switch' };
}

/** The versions that stay where they are. */
export const keptVersions = ({ slots }: Plan): Set<string> =>
  new Set(slots.flatMap(({ action, current }) => (action === 'keep' && current ? [current] : [])));

/** Whether there is nothing to do. */
export const isDone = ({ slots, removals }: Plan): boolean =>
  removals.length === 0 && slots.every(({ action }) => action === 'keep');
