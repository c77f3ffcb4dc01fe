/** Fills in what a step of the schema left to be done, in the background. */
import type { Logger } from 'pino';
import type { Engine } from '../store/engine/engine.ts';
import { runBackfills } from '../store/schema/backfills.ts';
import { reportTo, untilDone } from './background.ts';

/** Until nothing is left, or `signal` ends. Says how it goes every few seconds. */
export function fillInBackground(engine: Engine, signal: AbortSignal, log: Logger): Promise<void> {
  let said = Number.NEGATIVE_INFINITY;
  const onProgress = ({ version, done, total }: { version: number; done: number; total: number }) => {
    if (performance.now() - said < 3000) return;
    said = performance.now();
    log.info(`fills in what step ${version} of the schema added: up to row ${done} of ${total}`);
  };
  const report = reportTo(log, 'filling in after an upgrade failed');
  return untilDone(() => runBackfills(engine, { onProgress, signal }), signal, report);
}
