/** Carries out the operations that write, each held to its row of the table. */
import { type Input, operationOf, type WriteId } from '../contract/operations.ts';
import { hold, subjectOf } from '../store/access/rules.ts';
import type { Db, Engine } from '../store/engine/engine.ts';
import type { Caller } from '../store/view.ts';
import { writers } from './index.ts';
import { writeOwn } from './writeOwn.ts';
import type { BodyOf, Writer, Writing, Written } from './writing.ts';

/** What a call comes with. */
interface Calling extends Omit<Writing<Caller | undefined>, 'engine' | 'subject' | 'carryOut'> {
  engine: Engine;
}

/**
 * One write. Errors: the codes that the table lists for it, and those of `hold`: a token that has ended, or a right that
 * was taken, by the time that it commits commits nothing. Otherwise a request that was under way while its person signed
 * out everywhere could still mint a token.
 */
export async function perform<K extends WriteId>(
  id: K,
  calling: Calling,
  input: Input<K>,
  body: BodyOf<K>,
): Promise<Written<K>> {
  const { engine, caller, now } = calling;
  const named = { ...(body && 'json' in body && (body.json as object)), ...input };
  const row = operationOf(id);
  const holding = (db: Db) => hold(db, row, { caller, named, now: now() });
  const held = {
    ...calling,
    engine: {
      ...engine,
      write: <T>(work: (db: Db, subject: unknown) => Promise<T>) =>
        engine.write(async (db) => work(db, await holding(db))),
      writeOwn: writeOwn(engine, holding, caller),
    },
    carryOut: <O extends WriteId>(other: O, input: Input<O>, body: BodyOf<O>) => perform(other, calling, input, body),
    subject: async () => row.rule && caller && subjectOf(engine.db, row.rule, caller, named),
  };
  return (writers[id] as Writer<K>)(held as Parameters<Writer<K>>[0], input, body);
}
