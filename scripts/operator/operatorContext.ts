/** What every operator command works with: the store, the settings, and how to say things. */

import { openReader, type Reader } from '../../origin/scan/reader/reader.ts';
import type { Settings } from '../../origin/settings/settings.ts';
import type { Tell } from '../../origin/store/engine/connections/presence.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openStore } from '../../origin/store/engine/open.ts';

export interface OperatorContext {
  engine: Engine;
  settings: Settings;
  reader: Reader;
  /** Notes and progress, on stderr. */
  note(line: string): void;
  /** How far a long command is; draws a bar where a person watches. */
  progress(done: number, total: number, what: string): void;
  /** One finished piece of a long command, on stderr, where no bar shows it. */
  log(line: string): void;
  /** Unix seconds. */
  now(): number;
  close(): Promise<void>;
}

/** What a command ends with: shown as text, or whole as JSON. */
export interface Outcome {
  text: string;
  json: unknown;
  /** 0 done, 1 it failed or found something wrong. */
  exitCode?: 0 | 1;
}

/** Where it says things. */
export type Screen = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

export async function openOperatorContext(
  settings: Settings,
  stderr: Screen = process.stderr,
  tell: Tell = (_, sentence) => void stderr.write(`${sentence}\n`),
): Promise<OperatorContext> {
  const { follow } = settings;
  if (follow) throw new Error(`This is a copy of ${follow.url}, and has no store: the operator of that one does this.`);
  const engine = await openStore(settings, { isUnhurried: true, tell });
  const reader = openReader();
  return {
    engine,
    settings,
    reader,
    ...screenFor(stderr),
    now: () => Math.floor(Date.now() / 1000),
    close: async () => {
      await reader.close();
      await engine.close();
    },
  };
}

/** How a command says things on a screen. */
export const screenFor = (stderr: Screen): Pick<OperatorContext, 'note' | 'progress' | 'log'> => ({
  note: (line) => void stderr.write(`${line}\n`),
  progress: (...progress) => drawProgress(stderr, ...progress),
  log: (line) => void (stderr.isTTY || stderr.write(`${line}\n`)),
});

const barWidth = 24;

/** One line that is drawn over itself; nothing where nobody watches. */
function drawProgress(screen: Screen, done: number, total: number, what: string): void {
  if (!screen.isTTY) return;
  const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const line = `${bar} ${done}/${total} ${what}`.slice(0, (screen.columns ?? 80) - 1);
  screen.write(`\r\x1b[K${line}${done === total ? '\r\x1b[K' : ''}`);
}
