/** What the last sync left: what was approved, and what it put where. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SyncHome } from './home.ts';
import type { Approved, Held } from './manifest.ts';
import { replaceFile } from './store/durable.ts';

interface Placed {
  skill_id: string;
  /** Name of the version's folder. */
  version: string;
}

export interface State {
  format: 1;
  /** Of the manifest that `approved` is from; empty before the first. */
  etag: string;
  approved: Approved[];
  /** Skills that the manifest names in a way that can't be: what is here of them stays. */
  untouched: string[];
  /** Versions that the registry holds: those that are here stay. */
  held: Held[];
  /** Unix seconds; 0 before the first. */
  synced_at: number;
  /** As `--agents` last chose them; undefined where nobody did. */
  agents?: string[];
  /** Every folder that something may have been put into. */
  folders: string[];
  /** By the path of the link. */
  placed: Record<string, Placed>;
  /** Folders of versions that nothing points to any more, with when that was seen first. */
  retired: Record<string, number>;
  /** By version, how its files stood when they were last known to be as approved (edits.ts). */
  traces: Record<string, string>;
}

const nothing: State = {
  format: 1,
  etag: '',
  approved: [],
  untouched: [],
  held: [],
  synced_at: 0,
  folders: [],
  placed: {},
  retired: {},
  traces: {},
};

/**
 * A state that can't be read is none: links that point into our versions are known as ours without it, and what else
 * stands in a folder is left alone.
 */
export async function readState(home: SyncHome): Promise<State> {
  try {
    const state = JSON.parse(await readFile(home.state, 'utf8')) as State;
    return state.format === 1 ? { ...nothing, ...state } : nothing;
  } catch {
    return nothing;
  }
}

/** Needs the lock. */
export async function writeState(home: SyncHome, state: State): Promise<void> {
  const unfinished = join(home.staging, 'state.json');
  await rm(unfinished, { force: true });
  await replaceFile(home.state, `${JSON.stringify(state, null, 1)}\n`, unfinished, 0o600);
}
