import { describeBuilder, findBuilder, type Holder, silentFor } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { type Check, startIt } from './check.ts';

/** Who keeps the snapshot up to date. `isStopped`: nobody is expected to. */
export async function lookAtBuilder(
  { settings }: Pick<OperatorContext, 'settings'>,
  isStopped: boolean,
): Promise<Omit<Check, 'name'>> {
  const builder = await builderNow(settings.dataDir);
  if (!builder) {
    const problem = { what: 'no process is updating the snapshot', remedy: startIt };
    return { looked: 'its lock, which is free', problems: isStopped ? [] : [problem] };
  }
  const silence = Date.now() / 1000 - (builder.heard ?? 0);
  const remedy = 'Its log says why; end that process (kill -9 does no harm) and a running registry starts it again.';
  const problems =
    silence > silentFor
      ? [{ what: `${describeBuilder(builder)} has not moved for ${Math.round(silence)} s`, remedy }]
      : [];
  if (builder.failure) {
    const what = `${describeBuilder(builder)} fails: ${builder.failure.reason}`;
    problems.push({ what, remedy: 'It tries again every few seconds; its log says more.' });
  }
  return { looked: `${describeBuilder(builder)}, which holds its lock`, problems };
}

export const builderNow = (dataDir: string): Promise<Partial<Holder> | undefined> =>
  findBuilder(snapshotPaths(dataDir).builderLock);
