import { describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { extending } from '../../../origin/store/log/extend.ts';
import { rootAt } from '../../../origin/store/log/rows.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { testSigner } from '../../log/signer.ts';

const now = 1_790_000_000;

/** What is to be entered: that somebody has a handle. */
const queue = ({ write }: Engine, name: string) =>
  write((db) =>
    db
      .insertInto('log_queue')
      .values({
        ...{ kind: 'handle.claimed', subject: 'profile', subject_id: 0, public: 1, data: '{}', created_at: now },
        name,
      })
      .execute(),
  );

/** Each checkpoint’s size; of any whose root is not the one that the entries have, its note. */
async function signed({ db }: Engine) {
  const rows = await db.selectFrom('log_checkpoints').select('note').orderBy('size').execute();
  return Promise.all(
    rows.map(async ({ note }) => {
      const { size, root } = parseCheckpoint(note);
      return root.equals(await rootAt(db, size)) ? size : note;
    }),
  );
}

describe.each(engineNames)('on %s the log', (name) => {
  it('has one history where builders take turns', async () => {
    const engine = await openEngine(name);
    const signer = testSigner();
    const builders = [extending(engine, signer), extending(engine, signer)];
    for (const [turn, nth] of [0, 0, 1, 1, 0, 1, 0].entries()) {
      await queue(engine, `author-${turn}`);
      expect(await builders[nth]?.(now)).toBeUndefined();
    }
    expect(await signed(engine)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await engine.close();
  });

  it('is signed as the store has it, though the store was put back under a builder at work', async () => {
    const engine = await openEngine(name);
    const signer = testSigner();
    const atWork = extending(engine, signer);
    await queue(engine, 'ada');
    await atWork(now);
    await engine.write(async (db) => {
      for (const table of ['log_checkpoints', 'log_hashes', 'log_entries'] as const)
        await db.deleteFrom(table).execute();
    });
    await queue(engine, 'bob');
    await extending(engine, signer)(now);

    await queue(engine, 'eve');
    await atWork(now);
    expect(await signed(engine)).toEqual([1, 2]);
    await engine.close();
  });
});
