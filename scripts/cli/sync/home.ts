/** Where sync keeps its things: one folder for each registry, so that two registries don't clean up after one another. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { makeFolder } from './store/durable.ts';

export interface SyncHome {
  root: string;
  /** One folder for each version that is here: see versions.ts. */
  versions: string;
  /** What is not whole yet. Nothing in it is worth keeping. */
  staging: string;
  /** What people edited and then gave up by `--force`. */
  kept: string;
  state: string;
  lock: string;
}

/** `originUrl` is the address that the registry itself goes by: the site's, given instead, must lead to the same place. */
export function homeOf(dataDirectory: string, originUrl: string): SyncHome {
  const { host, pathname } = new URL(originUrl);
  const name = `${host}${pathname === '/' ? '' : pathname}`.replaceAll(/[^A-Za-z0-9.-]/g, '_');
  const root = join(dataDirectory, 'sync', name);
  const at = (file: string) => join(root, file);
  return {
    root,
    versions: at('versions'),
    staging: at('staging'),
    kept: at('kept'),
    state: at('state.json'),
    lock: at('lock'),
  };
}

/** Makes what is missing. */
export async function makeHome(home: SyncHome): Promise<void> {
  await makeFolder(home.root, 0o700);
  for (const folder of [home.versions, home.staging]) await makeRealFolder(folder);
}

/**
 * The folder itself, made where it is missing, with all above it. Errors: `Failure` where it is a link or a file, since
 * what is written into a link lands where it points.
 */
export async function makeRealFolder(folder: string): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === 'folder') return;
  if (kind !== 'nothing') throw new Failure(`${folder} is a ${kind}, and sync writes only into real folders.`);
  await makeFolder(folder);
}

export type Kind = 'nothing' | 'folder' | 'link' | 'file';

/** What stands at a path, without following it. */
export async function kindOf(path: string): Promise<Kind> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return 'nothing';
  return stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : 'file';
}
