/** Writes to what one profile owns, side by side with those to what others own. */
import type { Db, Engine } from '../store/engine/engine.ts';
import { together } from '../store/engine/together.ts';
import type { Caller } from '../store/view.ts';
import type { HeldEngine } from './writing.ts';

/** Thrown by a write that comes to change what others change too: it is done again from its beginning, alone. */
export class WritesAlone extends Error {}

type Holding = (db: Db) => Promise<unknown>;

/**
 * The caller is among the owners: their quotas are counted. What the row's rule is about may have become another's since
 * it was looked for: then the locks are not those of its owner.
 */
export function writeOwn(
  engine: Engine,
  holding: Holding,
  caller: Caller | undefined,
): HeldEngine<{ id: number }>['writeOwn'] {
  return async (subject, { read, work }) => {
    const owners = [subject.id, ...(caller ? [caller.profileId] : [])];
    try {
      return await engine.write(
        async (db) => {
          const [held, known] = await together([holding(db) as Promise<typeof subject>, read(db, subject)]);
          if (held.id !== subject.id) throw new WritesAlone();
          return work(db, held, known, false);
        },
        { owners },
      );
    } catch (error) {
      if (!(error instanceof WritesAlone)) throw error;
      return engine.write(async (db) => {
        const held = (await holding(db)) as typeof subject;
        return work(db, held, await read(db, held), true);
      });
    }
  };
}
