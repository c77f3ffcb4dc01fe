/** `contents move`: the files of skills out of the database into objects, or back, while the registry runs. */
import { moveToDatabase, moveToObjects } from '../../../origin/store/contents/move.ts';
import { counted } from '../doctor/check.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface MoveOptions {
  to: 'objects' | 'database';
}

export async function moveContents({ engine, progress }: OperatorContext, { to }: MoveOptions): Promise<Outcome> {
  const { contents } = engine;
  if (!contents) throw new Error('Set OBJECT_STORE to a folder, or to s3://bucket/prefix.');
  const { objects, inside } = await count(engine);
  const total = to === 'objects' ? inside : objects;
  const move = to === 'objects' ? moveToObjects : moveToDatabase;
  const { moved, bytes, left } = await move({
    ...{ engine, contents },
    onProgress: (done) => progress(Math.min(done, total), total, 'contents'),
  });
  const there = await count(engine);
  const where = to === 'objects' ? contents.address : 'the database';
  const lines = [
    `Moved ${counted(moved, 'content')}, ${(bytes / 1e6).toFixed(1)} MB, to ${where}.`,
    `${counted(there.objects, 'content')} are in ${contents.address} now, and ${there.inside.toLocaleString('en')} in the database.`,
    ...(left.length > 0
      ? [`${counted(left.length, 'content')} stayed, damaged or missing. Run: npm run operator -- doctor --thorough`]
      : []),
    ...(to === 'database' ? [ending(there.objects)] : []),
  ];
  return {
    text: lines.join('\n'),
    json: { to, moved, bytes, left, objects: there.objects, database: there.inside },
    exitCode: left.length > 0 ? 1 : 0,
  };
}

const ending = (objects: number): string =>
  objects > 0
    ? 'New ones come in while the registry runs with OBJECT_STORE. Stop it, and run this again.'
    : 'Stop the registry, run this again, and start it without OBJECT_STORE.';

async function count({ db }: OperatorContext['engine']): Promise<{ objects: number; inside: number }> {
  const rowsOf = async (table: 'contents' | 'blobs') => {
    const { rows } = await db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  return { objects: await rowsOf('contents'), inside: await rowsOf('blobs') };
}
