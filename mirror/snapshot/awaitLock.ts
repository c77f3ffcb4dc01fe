/** Waiting to be the one who builds. */
import { setTimeout as wait } from 'node:timers/promises';
import { type BuilderLock, describeBuilder, findBuilder, takeBuilderLock } from './builderLock.ts';
import { snapshotPaths } from './paths.ts';

/** Milliseconds between two tries. */
const askForLockEvery = 500;
/** It says that it waits at once, and then each time after twice as long, up to this. */
const [shortestSilence, longestSilence] = [5000, 600_000];

/** The lock of a data directory’s snapshot, once nobody else has it. */
export async function awaitBuilderLock(dataDir: string, warn: (sentence: string) => void): Promise<BuilderLock> {
  const file = snapshotPaths(dataDir).builderLock;
  let [silence, said] = [shortestSilence, Number.NEGATIVE_INFINITY];
  for (;;) {
    const lock = await takeBuilderLock(file);
    if (lock) return lock;
    if (performance.now() - said > silence) {
      warn(`waits for ${describeBuilder((await findBuilder(file)) ?? {})}, which builds this snapshot`);
      said = performance.now();
      silence = Math.min(silence * 2, longestSilence);
    }
    await wait(askForLockEvery);
  }
}
