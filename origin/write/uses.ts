/** What was noted of callers, on its way into the store. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Uses } from '../store/access/uses.ts';
import type { Engine } from '../store/engine/engine.ts';
import { reportTo } from './background.ts';

/** Milliseconds. */
const writeEvery = 60_000;

/** Until `signal` ends, and then once more for what was noted last. `now`: Unix seconds. */
export async function writeUsesInBackground(
  { engine, uses, now, signal }: { engine: Engine; uses: Uses; now(): number; signal: AbortSignal },
  log: Logger,
): Promise<void> {
  while (!signal.aborted) {
    await wait(writeEvery, undefined, { signal }).catch(() => undefined);
    await uses.write(engine, now()).catch(reportTo(log, 'uses of tokens could not be noted'));
  }
}
