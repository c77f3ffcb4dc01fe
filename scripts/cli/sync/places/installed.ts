/** What a sync has put onto this machine, by looking at it. Needs no network. */
import type { Context } from '../../context.ts';
import { Unreachable } from '../../failure.ts';
import type { Held } from '../download/advisories.ts';
import type { SyncHome } from '../home.ts';
import { readState, type State } from '../state.ts';
import { hashOfVersion } from '../store/versions.ts';
import { syncHomeOf } from '../syncHome.ts';
import { readFolders } from './folderEntries.ts';

export interface Installed {
  skill_id: string;
  hash: string;
  /** As approved; empty where that is another version by now. */
  version_label: string;
  /** Folders' names of the versions that links point to: more than one only after an interrupted sync. */
  versions: string[];
  /** Its places in agents' folders. */
  paths: string[];
  /** Places where something else stands now. */
  gone: string[];
}

/** By skill_id. */
export async function installedSkills(context: Context): Promise<Installed[]> {
  const registry = await context.registry().catch((error: unknown) => {
    if (error instanceof Unreachable) return undefined;
    throw error;
  });
  const home = syncHomeOf(context, registry);
  return installedIn(home, await readState(home));
}

export function installedIn(home: SyncHome, { placed, approved, folders }: State): Installed[] {
  const found = readFolders(home, folders);
  const labels = new Map(approved.map(({ skill_id, hash, version_label }) => [`${skill_id} ${hash}`, version_label]));
  const skills = new Map<string, Installed>();
  for (const [path, { skill_id, version }] of Object.entries(placed)) {
    const there = found.get(path);
    const current = there?.kind === 'ours' ? there.version : version;
    const hash = hashOfVersion(current);
    const known = skills.get(skill_id) ?? {
      skill_id,
      hash,
      version_label: labels.get(`${skill_id} ${hash}`) ?? '',
      versions: [],
      paths: [],
      gone: [],
    };
    if (there?.kind === 'ours') {
      known.paths.push(path);
      if (!known.versions.includes(current)) known.versions.push(current);
    } else known.gone.push(path);
    skills.set(skill_id, known);
  }
  return [...skills.values()].sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
}

/** Every version that links of ours lead to. */
export const heldIn = (home: SyncHome, state: State): Held[] =>
  installedIn(home, state).flatMap(({ skill_id, version_label, versions }) =>
    versions.map((version) => ({ skill_id, version_label, version })),
  );
