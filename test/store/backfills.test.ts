import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { runBackfills } from '../../origin/store/schema/backfills.ts';
import { readSteps, stepOf } from '../../origin/store/schema/steps.ts';
import { type EngineName, engineNames, newFile, newPlace } from '../engines.ts';
import type { Place } from '../pglite.ts';
import { addProfile } from './profiles.ts';

const people = 23;

/** A step that marks each person once more whenever it runs over them, and again in another way; programs of today may. */
async function markingSteps(name: EngineName) {
  const today = await readSteps(name);
  const text = `-- least writer: ${today.length}

alter table profiles add column marks text not null default '';

-- in pieces: profiles
update profiles set marks = marks || 'a' where id between :first and :last;

-- in pieces: profiles
update profiles set marks = marks || 'b' where id between :first and :last;`;
  return [...today, stepOf(today.length + 1, text)];
}

/** A store with people in it that has just been brought to that step. */
async function openMarking(name: EngineName, place: Place): Promise<Engine> {
  const before = await place.open();
  await before.write(async (db) => {
    for (let made = 0; made < people; made += 1) await addProfile(db, `person ${made}`);
    await db.deleteFrom('profiles').where('id', 'in', [2, 7, people]).execute();
  });
  await before.close();
  return place.open(markingSteps(name));
}

const marksIn = async ({ db }: Engine) =>
  (await db.selectFrom('profiles').selectAll().execute()).map((row) => (row as unknown as { marks: string }).marks);
const done = Array.from({ length: people - 3 }, () => 'ab');

describe.each(engineNames)('what a step leaves to be done later, on the %s engine,', (name) => {
  it('is done piece by piece, with progress, and once: also by two at the same time, and after one that failed', async () => {
    const place = await newPlace(name);
    const engine = await openMarking(name, place);
    const other = await place.open(markingSteps(name));
    expect(new Set(await marksIn(engine))).toEqual(new Set(['']));

    let pieces = 0;
    const failing: Engine = {
      ...engine,
      write: (work) =>
        engine.write(async (db) => {
          const result = await work(db);
          pieces += 1;
          if (pieces === 3) throw new Error('cut');
          return result;
        }),
    };
    await expect(runBackfills(failing, { batchSize: 4 })).rejects.toThrow('cut');
    expect((await marksIn(engine)).filter((marks) => marks === 'a')).toHaveLength(8);

    const stopping = new AbortController();
    const heard: number[] = [];
    const onProgress = ({ done }: { done: number }) => void (heard.push(done) && stopping.abort());
    await runBackfills(engine, { batchSize: 4, onProgress, signal: stopping.signal });
    expect(heard).toHaveLength(1);

    await Promise.all([engine, other].map((one) => runBackfills(one, { batchSize: 3 })));
    expect(await marksIn(engine)).toEqual(done);
    await engine.close();
    await other.close();
    await place.remove();
  });
});

it('a program that is killed in the middle is continued by the next one', async () => {
  const place = await newFile();
  const engine = await openMarking('sqlite', place);
  const start = () => fork(join(import.meta.dirname, 'backfillProcess.ts'), [place.file], { execArgv: [] });
  const heard = (child: ChildProcess, messages: number) =>
    new Promise<void>((resolve) => {
      let left = messages;
      child.on('message', () => {
        left -= 1;
        if (left === 0) resolve();
      });
    });
  for (const messages of [3, 5]) {
    const child = start();
    await heard(child, messages);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const marks = await marksIn(engine);
  expect(marks.filter((marks) => marks !== '').length).toBeGreaterThanOrEqual(8);
  expect(marks).not.toEqual(done);
  const [code] = await once(start(), 'exit');
  expect(code).toBe(0);
  expect(await marksIn(engine)).toEqual(done);
  await engine.close();
  await place.remove();
});
