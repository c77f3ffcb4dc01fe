/**
 * Makes again what skills are found by, in the background: of those that an earlier program made it of. Their licences
 * and tags are read again, and a category is suggested where nobody chose one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db, Engine } from '../store/engine/engine.ts';
import { recordDerived } from '../store/events/record.ts';
import { indexing } from '../store/search/skillText.ts';
import { suggestAgain } from '../store/skills/category/suggestAgain.ts';
import { refreshSkill } from '../store/skills/latest.ts';
import { readFrontmatterAgain } from '../store/skills/readAgain.ts';
import { reportTo, untilDone } from './background.ts';

interface Reindexing {
  engine: Engine;
  /** Unix seconds. */
  now(): number;
  signal?: AbortSignal;
}

/** Milliseconds of rest after each write, so that publishes come first. */
const rest = 20;

/** Resolves with how many it made again, when none is left or `signal` ends. One that is killed goes on where it was. */
export async function reindex({ engine, now, signal }: Reindexing, batchSize = 10): Promise<number> {
  for (let done = 0; ; ) {
    if (signal?.aborted) return done;
    const count = await engine.write((db) => reindexSome(db, now(), batchSize));
    done += count;
    if (count === 0) return done;
    await wait(rest);
  }
}

export async function reindexInBackground(
  reindexing: Reindexing & { signal: AbortSignal },
  log: Logger,
): Promise<void> {
  const work = async () => {
    const done = await reindex(reindexing);
    if (done > 0) log.info(`the words of ${done} skills were made again`);
  };
  await untilDone(work, reindexing.signal, reportTo(log, 'making the words of skills again failed'));
}

async function reindexSome(db: Db, now: number, batchSize: number): Promise<number> {
  const due = await db
    .selectFrom('skills')
    .select(['id', 'indexing'])
    .where('indexing', '<', indexing)
    .orderBy('indexing')
    .orderBy('id')
    .limit(batchSize)
    .execute();
  for (const { id, indexing: before } of due) {
    await readFrontmatterAgain(db, id);
    const skill = await refreshSkill(db, id);
    await suggestAgain(db, skill, before);
    await db.updateTable('skills').set({ indexing }).where('id', '=', id).execute();
  }
  const skills = due.map(({ id }) => id);
  await recordDerived(db, skills, now);
  return due.length;
}
