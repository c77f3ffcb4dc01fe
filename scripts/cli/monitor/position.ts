/** How far this machine looked at a log for a handle, and what it has to remember of what it told. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { SyncHome } from '../sync/home.ts';
import { replaceFile } from '../sync/store/durable.ts';

const whole = z.int().min(0);

const Position = z.object({
  /** The log. */
  origin: z.string(),
  /** The first entry that was not looked at. */
  next: whole,
  /** Entries about the handle that were told of: that one lost its text concerns it too. */
  told: z.array(whole),
  /** Fingerprints of keys that were bound to it. */
  keys: z.array(z.string()),
  /** Entries without a text for which no entry gave a reason. */
  unexplained: z.array(whole),
});
export type Position = z.output<typeof Position>;

const beginning = (origin: string): Position => ({ origin, next: 0, told: [], keys: [], unexplained: [] });

const fileOf = ({ root }: SyncHome, handle: string): string => join(root, `monitor-${handle}.json`);

/** The beginning where there is none, or of another log. Errors: `Failure` where the file is damaged. */
export async function positionOf(home: SyncHome, handle: string, origin: string): Promise<Position> {
  const file = fileOf(home, handle);
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return beginning(origin);
  try {
    const position = Position.parse(JSON.parse(text));
    return position.origin === origin ? position : beginning(origin);
  } catch {
    throw new Failure(`${file} is damaged. Remove it to be told of everything under ${handle} again.`);
  }
}

/** After what it stands for was printed: a process that is killed before tells of it again, and never leaves it out. */
export const keepPosition = (home: SyncHome, handle: string, position: Position): Promise<void> =>
  replaceFile(
    fileOf(home, handle),
    `${JSON.stringify({ format: 1, ...position })}\n`,
    join(home.staging, `${process.pid}-monitor-${handle}.json`),
    0o600,
  );
