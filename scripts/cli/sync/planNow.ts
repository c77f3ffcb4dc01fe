import type { Context } from '../context.ts';
import type { SyncHome } from './home.ts';
import { readFolders } from './places/folderEntries.ts';
import { type Folders, foldersOf } from './places/folders.ts';
import { type Plan, planSync } from './plan.ts';
import type { State } from './state.ts';

/** What a sync would find to do by what was approved at the last one. Changes nothing. */
export async function planNow(
  context: Context,
  home: SyncHome,
  state: State,
): Promise<{ folders: Folders; plan: Plan }> {
  const folders = await foldersOf(context, state, undefined);
  const found = readFolders(home, folders.all);
  return { folders, plan: planSync({ ...state, folders: folders.chosen, found }) };
}
