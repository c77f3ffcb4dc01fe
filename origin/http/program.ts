/** What every supervised process does the same: a log, a word when it is ready, a clean end when it is told. */
import pino, { type Logger } from 'pino';
import { readSettings, type Settings } from '../settings.ts';

/** How a process ends when running it again can't help: a setting or a port is wrong. */
export const configurationExit = 78;

interface Running {
  close(): Promise<void>;
}

/** Runs `start` under the process's signals. Without its parent it ends too, so nothing is left behind. */
export async function runProgram(
  name: string,
  start: (settings: Settings, log: Logger) => Promise<Running>,
): Promise<void> {
  const settings = readSettings();
  const log = pino({ name, level: settings.logLevel, base: { name } });
  try {
    const running = await start(settings, log);
    const end = async () => {
      process.off('SIGTERM', end).off('SIGINT', end).off('disconnect', end);
      await running.close();
      process.exit(0);
    };
    process.once('SIGTERM', end).once('SIGINT', end).once('disconnect', end);
    process.send?.('ready');
  } catch (error) {
    log.fatal((error as Error).message);
    process.exitCode = configurationExit;
    process.disconnect?.();
  }
}
