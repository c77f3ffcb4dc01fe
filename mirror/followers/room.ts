/** Room that a copy leaves on its disk: a leader that never ends a pass would take all of it. */
import { statfs } from 'node:fs/promises';
import type { Ask } from './leader.ts';

/** Bytes that stay free, and the part of a small disk that is enough. */
const [most, part] = [2 ** 28, 1 / 20];

/** As a full disk is told of. */
class NoRoom extends Error {
  readonly code = 'ENOSPC';
}

/** Errors: with code `ENOSPC` where there is no room for more in `folder`. */
export async function leaveRoom(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, least] = [bavail * bsize, Math.min(most, blocks * bsize * part)];
  if (free < least)
    throw new NoRoom(
      `${inMegabytes(free)} MB are free on the disk of ${folder}, and ${inMegabytes(least)} stay free: nothing more is fetched.`,
    );
}

/** Asks for more only while there is room for it in `folder`. Errors: as `leaveRoom`. */
export const leavingRoom =
  (folder: string, ask: Ask): Ask =>
  async (after, whole) => {
    await leaveRoom(folder);
    return ask(after, whole);
  };

const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Whether a disk is full, or near it. */
export const isFull = (error: unknown): boolean => (error as { code?: string }).code === 'ENOSPC';
