/** A follower as a process: keeps a copy of another registry's snapshot in step for as long as it runs. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runProgram } from '../origin/http/server/program.ts';
import { type Copy, openCopy } from './followers/open.ts';
import { partInWords } from './followers/part/part.ts';
import { awaitBuilderLock } from './snapshot/awaitLock.ts';
import type { BuilderLock } from './snapshot/builderLock.ts';

/** Milliseconds between two questions, and the shortest and longest rest after one that failed. */
const askEvery = 1500;
const [shortestRest, longestRest] = [500, 30_000];

await runProgram('follower', async (settings, log) => {
  const { follow } = settings;
  if (!follow) throw new Error('FOLLOW: say which registry is to be followed.');
  const lock = await awaitBuilderLock(settings.dataDir, (sentence) => log.warn(sentence));
  const stopping = new AbortController();
  const copy = await openCopy(settings.dataDir, follow, {
    lock,
    signal: stopping.signal,
    alarm: (what, about) => {
      log.error({ ...about }, what);
      lock.logged();
    },
  });
  const following = keepUp(copy, lock, { leader: follow.url, log }, stopping.signal);
  return {
    close: async () => {
      stopping.abort();
      await following;
      await copy.close();
    },
  };
});

async function keepUp(
  { follower, part }: Pick<Copy, 'follower' | 'part'>,
  lock: BuilderLock,
  { leader, log }: { leader: string; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  let [rest, told] = [shortestRest, ''];
  let isEmpty: boolean | undefined;
  while (!signal.aborted) {
    try {
      const started = performance.now();
      lock.beat();
      const taken = await follower.step(sayFiles(log));
      lock.fail();
      if (taken) log.info({ ...taken, ms: Math.round(performance.now() - started) }, 'took in changes');
      if (taken || isEmpty === undefined) {
        const held = await part();
        if (held?.skills === 0 && !isEmpty) log.warn(`nothing of ${leader} is copied: ${partInWords(held)}`);
        isEmpty = held?.skills === 0;
      }
      if (told) log.info(`follows ${leader} again`);
      [rest, told] = [shortestRest, ''];
      await pause(askEvery, signal);
    } catch (error) {
      if (signal.aborted) return;
      const { message } = error as Error;
      lock.fail(message);
      // Once, however long it lasts: what was copied is served all the same.
      if (message !== told) log.error({ what: message }, 'can’t follow; what was copied is served on');
      told = message;
      await pause(rest, signal);
      rest = Math.min(2 * rest, longestRest);
    }
  }
}

/** Every few seconds. */
function sayFiles(log: Logger): (files: number) => void {
  let said = performance.now();
  return (files) => {
    if (performance.now() - said < 3000) return;
    said = performance.now();
    log.info(`copied ${files} files so far`);
  };
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);
