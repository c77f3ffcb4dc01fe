/**
 * Versions that nothing points to any more. They stay for a week: an agent that is running may still read the old files
 * where its link once led, and going back costs no download. What a person edited is never removed, but moved.
 */
import type { Context } from '../../context.ts';
import type { SyncHome } from '../home.ts';
import { type FolderEntry, readFolders } from '../places/folderEntries.ts';
import { foldersOf } from '../places/folders.ts';
import { digitsInProjects, projectsFolder } from '../places/projects.ts';
import { readState, type State, writeState } from '../state.ts';
import { now } from '../syncRun.ts';
import { differencesOf, dropVersion, keepVersion, listVersions } from './versions.ts';

const stay = 7 * 24 * 60 * 60;

export const isDue = ({ retired }: Pick<State, 'retired'>, now: number): boolean =>
  Object.values(retired).some((since) => since + stay <= now);

interface Ending {
  /** All that agents' folders of syncs have. */
  found: ReadonlyMap<string, FolderEntry>;
  /** When versions were first seen unused. */
  retired: State['retired'];
  /** Whether all have to go now. */
  prune: boolean;
  /** Whether these were edited and given up. */
  givenUp: ReadonlyMap<string, string>;
}

/**
 * Removes what neither a link nor a project's lock refers to, once it is due. Returns what stays retired, and where edited
 * ones went. Needs the lock.
 */
export async function retire(
  { config }: Pick<Context, 'config'>,
  home: SyncHome,
  { found, retired, prune, givenUp }: Ending,
) {
  const linked = new Set([...found.values()].flatMap((there) => (there.kind === 'ours' ? [there.version] : [])));
  const locked = await digitsInProjects(projectsFolder(config.dataDirectory));
  const still: State['retired'] = {};
  const kept: { version: string; path: string }[] = [];
  for (const version of await listVersions(home)) {
    if (linked.has(version) || locked.has(version.slice(0, 64))) continue;
    const since = retired[version] ?? now();
    const name = givenUp.get(version);
    const isTime = prune || since + stay <= now();
    if (name === undefined && !isTime) still[version] = since;
    else if (name === undefined && (await differencesOf(home, version)).length === 0) await dropVersion(home, version);
    else kept.push({ version, path: await keepVersion(home, version, name ?? version.slice(0, 12)) });
  }
  return { retired: still, kept };
}

/**
 * The same between two syncs, since a machine may have projects alone. `changed`: whether something came or went; `inUse`: a version that
 * somebody reads now without a link, whose week begins today. Returns where edited ones went. Needs the lock.
 */
export async function retireNow(
  context: Context,
  home: SyncHome,
  { changed, inUse }: { changed: boolean; inUse?: string },
): Promise<string[]> {
  const state = await readState(home);
  if (!changed && !isDue(state, now())) return [];
  const { all } = await foldersOf(context, state, undefined);
  if (!isAllSeen(state, all)) return [];
  const { [inUse ?? '']: _, ...retired } = state.retired;
  const found = readFolders(home, all);
  const ended = await retire(context, home, { found, retired, prune: false, givenUp: new Map() });
  await writeState(home, { ...state, retired: ended.retired });
  return ended.kept.map(({ path }) => path);
}

/** Where a folder can't be looked into, its links may lead to any version. */
export const isAllSeen = ({ folders }: State, all: readonly string[]): boolean =>
  folders.every((folder) => all.includes(folder));
