/** What every supervised process does the same: a log, a word when it is ready, a clean end when it is told. */
import pino, { type Logger } from 'pino';
import { readSettings, type Settings } from '../../settings.ts';
import { isWrongSetting, reasonOf } from './failedStart.ts';

/** How a process ends that can't start with its settings. The supervisor believes that until it was ready once. */
export const configurationExit = 78;

/** What a process tells the one that started it. */
export type Word = 'ready' | { failed: string };

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
  start: (settings: Settings, log: Logger) => Promise<Running>,
): Promise<void> {
  let running: Running | undefined;
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), endsWithin);
    try {
      await running?.close();
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
  const log = pino({ name, level: settings.logLevel, base: { name } });
  try {
    running = await start(settings, log);
    await tell('ready');
  } catch (error) {
    await fail(error, isWrongSetting(error) ? configurationExit : 1);
  }
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
