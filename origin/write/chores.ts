import { dropEndedChallenges } from '../store/challenges.ts';
import type { Engine } from '../store/engine.ts';
import { settleKeys } from '../store/keys.ts';

/** What time alone changes: keys that waited long enough are bound, and challenges that nobody took are forgotten. */
export const runChores = (engine: Engine, now: number): Promise<void> =>
  engine.write(async (db) => {
    await settleKeys(db, now);
    await dropEndedChallenges(db, now);
  });
