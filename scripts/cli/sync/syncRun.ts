/** What the parts of a sync hand to one another. */

import type { Context } from '../context.ts';
import type { CheckedLog } from '../registry/log/checkedLog.ts';
import type { Registry } from '../registry/registry.ts';
import type { LockFile } from './frozen.ts';
import type { SyncHome } from './home.ts';
import type { Folders } from './places/folders.ts';
import type { Plan } from './plan.ts';
import type { SyncReport } from './report.ts';
import type { State } from './state.ts';
import type { Looked } from './store/edits.ts';

export interface SyncOptions {
  /** Names of agents or folders; remembered. */
  agents?: string[];
  dryRun?: boolean;
  /** Replaces what a person edited, and keeps a copy of it. */
  force?: boolean;
  /** Fails where what is approved is not exactly this. */
  frozen?: LockFile;
  /** Removes every version that nothing points to, not just those of long ago. */
  prune?: boolean;
}

/** A sync about to be carried out. Everything in it was looked up under the lock. */
export interface SyncRun {
  context: Context;
  registry: Registry;
  log: CheckedLog;
  home: SyncHome;
  options: SyncOptions;
  /** As it was, but for what is approved now. */
  state: State;
  folders: Folders;
  plan: Plan;
  /** The versions that the plan keeps. */
  looked: Looked;
  report: SyncReport;
}

/** Unix seconds. */
export const now = (): number => Math.floor(Date.now() / 1000);
