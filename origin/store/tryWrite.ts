/** Whether a write would work: one that nobody asked for. */
import { randomUUID } from 'node:crypto';
import type { Engine } from './engine/engine.ts';

/** Bytes: as many as a small bundle has, since the last page of a full disk tells nothing of it. */
const size = 64 * 1024;

/**
 * Writes a challenge that has ended, which nobody can take, and which maintenance removes within a minute. Not in one
 * transaction with its removal: what is freed again is never written to the disk. Rejects as any write does.
 */
export const tryWrite = (engine: Pick<Engine, 'write'>): Promise<void> =>
  engine.write(async (db) => {
    const ended = { created_at: 0, expires_at: 0 };
    await db
      .insertInto('challenges')
      .values({ id: `trial-${randomUUID()}`, purpose: 'trial', profile_id: null, payload: '.'.repeat(size), ...ended })
      .execute();
  });
