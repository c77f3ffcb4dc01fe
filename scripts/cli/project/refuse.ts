import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import type { Registry } from '../registry/registry.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { chosenOfLock } from './chosen.ts';
import type { LockFile } from './lockFile.ts';
import { listsOf, refuseObjections } from './objections.ts';
import type { Resolution } from './resolve.ts';

/**
 * All or nothing: a project never has a part of what it asks for. What operators did to a locked version says why it is no
 * longer there. Errors: `Failure`, with all that was refused.
 */
export async function refuseAny(
  { refused }: Resolution,
  context: Context,
  registry: Registry,
  before?: LockFile,
): Promise<void> {
  if (refused.length === 0) return;
  if (before) await refuseObjections(await listsOf(registry, syncHomeOf(context, registry)), chosenOfLock(before));
  throw new Failure([...refused.map(({ message }) => message), 'Nothing was changed.'].join('\n'));
}
