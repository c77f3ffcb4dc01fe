/** Takes away objects that nothing names any more. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sweepAll, sweepDropped } from '../store/contents/sweep.ts';
import type { Engine } from '../store/engine/engine.ts';
import { reportTo } from './background.ts';

/** Milliseconds between two looks; every 24th looks through all objects. */
const hour = 3_600_000;

/** Each hour until `signal` ends. `days`: as far as a backup goes back. */
export async function sweepInBackground(
  { engine, days, signal }: { engine: Engine; days: number; signal: AbortSignal },
  log: Logger,
): Promise<void> {
  const report = reportTo(log, 'objects were not swept');
  for (let round = 0; ; round += 1) {
    await wait(hour, undefined, { signal }).catch(() => undefined);
    const { contents } = engine;
    if (signal.aborted) return;
    if (contents) await (round % 24 === 0 ? sweepAll : sweepDropped)({ engine, contents, days, signal }).catch(report);
  }
}
