/** Room that a copy leaves on its disk: a leader that never ends a pass would take all of it. */
import { statfs } from 'node:fs/promises';
import type { Ask } from './leader.ts';

/** Bytes that stay free, and the part of a small disk that is enough. */
const [most, part] = [256e6, 1 / 20];

/** The part of what is free that a pass may take below that: it may be about what goes, which makes room. */
const little = 1 / 8;

/** As a full disk is told of. */
export class NoRoom extends Error {
  readonly code = 'ENOSPC';
}

/**
 * `taken`: bytes of the pass so far, infinite where they were not counted. A pass that has taken nothing always has room.
 * Errors: `NoRoom` where there is none for more of it in `folder`.
 */
export async function leaveRoom(folder: string, taken: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, least] = [bavail * bsize, Math.min(most, blocks * bsize * part)];
  if (free < least && taken > free * little)
    throw new NoRoom(
      `${inMegabytes(free)} MB are free on the disk of ${folder}, and ${inMegabytes(least)} MB are to stay free: nothing more is fetched.`,
    );
}

/** Asks for more only while `room`, which is `leaveRoom` of a folder, has some for a pass that has `taken` so much. */
export const leavingRoom =
  (ask: Ask, room: (taken: number) => Promise<void>, taken: () => number): Ask =>
  async (after, whole) => {
    await room(taken());
    return ask(after, whole);
  };

const inMegabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

/** Whether a disk is full or near it, or its owner has no more of it. */
export const isDiskFull = (error: unknown): error is NodeJS.ErrnoException =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
