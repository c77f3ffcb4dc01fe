/** Room that a copy leaves on its disk: a leader that never ends a pass would take all of it. */
import { statfs } from 'node:fs/promises';
import type { Ask } from './leader.ts';

/** Bytes that stay free, and the part of a small disk that is enough. */
const [most, part] = [2 ** 28, 1 / 20];

/** As a full disk is told of. */
export class NoRoom extends Error {
  readonly code = 'ENOSPC';
}

/** Errors: `NoRoom` where the disk of `folder` has none for more. */
export async function refuseWithoutRoom(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, least] = [bavail * bsize, Math.min(most, blocks * bsize * part)];
  if (free < least)
    throw new NoRoom(
      `${inMegabytes(free)} MB are free on the disk of ${folder}, and ${inMegabytes(least)} MB are to stay free: nothing more is fetched.`,
    );
}

/** Asks for more only while there is room for it in `folder`. Errors: `NoRoom`. */
export const leavingRoom =
  (folder: string, ask: Ask): Ask =>
  async (after, whole) => {
    await refuseWithoutRoom(folder);
    return ask(after, whole);
  };

const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Whether a disk is full or near it, or its owner has no more of it. */
export const isFull = (error: unknown): error is NodeJS.ErrnoException =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
