/** What every supervised process does the same: a log, a word when it is ready, a clean end when it is told. */
import pino, { type LogFn, type Logger } from 'pino';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { createMetrics, type Metrics } from '../oncall/metrics.ts';
import { startTracing } from '../oncall/tracing.ts';
import { isWrongSetting, reasonOf } from './failedStart.ts';
import type { socketWord } from './keptSocket.ts';

/** How a process ends that can't start with its settings. The supervisor believes that until it was ready once. */
export const configurationExit = 78;

/** What a process tells the one that started it; `socket` comes with one. */
export type Word = 'ready' | typeof socketWord | { failed: string };

/** Milliseconds to end in, by itself. Answers under way have ten seconds of them (`listen`). */
const endsWithin = 12_000;

interface Running {
  close(): Promise<void>;
}

/**
 * Runs `start` under the process's signals; until that is done, they end it at once. Without its parent it ends too, so
 * nothing is left behind. A terminal signals parent and child alike: what comes after the first means nothing here.
 */
export async function runProgram(
  name: string,
  start: (settings: Settings, log: Logger, metrics: Metrics) => Promise<Running>,
): Promise<void> {
  let running: Running | undefined;
  let endTracing: (() => Promise<void>) | undefined;
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), endsWithin);
    try {
      await running?.close();
      await endTracing?.();
    } catch (error) {
      process.stderr.write(`${(error as Error).stack}\n`);
    }
    process.exit();
  };
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(event, end);
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    return fail(error, configurationExit);
  }
  const metrics = createMetrics(name);
  const log = pino({ name, level: settings.logLevel, base: { name }, hooks: { logMethod: counted(metrics) } });
  try {
    endTracing = await startTracing(name);
    running = await start(settings, log, metrics);
    await tell('ready');
  } catch (error) {
    await fail(error, isWrongSetting(error, settings) ? configurationExit : 1);
  }
}

function counted({ lines }: Metrics) {
  return function (this: Logger, line: Parameters<LogFn>, log: LogFn, level: number): void {
    lines.inc({ level: this.levels.labels[level] ?? 'other' });
    log.apply(this, line);
  };
}

/** The parent says why; without one, this process does. */
async function fail(error: unknown, code: number): Promise<void> {
  const reason = reasonOf(error);
  if (process.connected) await tell({ failed: reason });
  else process.stderr.write(`${reason}\n`);
  process.exit(code);
}

const tell = (word: Word): Promise<void> =>
  new Promise((resolve) => (process.connected ? process.send?.(word, () => resolve()) : resolve()));
