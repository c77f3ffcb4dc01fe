/** How a leader answers a mirror that holds only what a selection chooses: out of all that changed, its part. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { idsIn } from '../../snapshot/catalog/dialect.ts';
import type { Source } from '../cursor.ts';
import { mostBytes, mostItems, type Place, type Told, toldAfter, type Window, withinBounds } from '../told.ts';
import { type Choice, idsOf } from './chosen.ts';
import { foldersOf, isBelow } from './folders.ts';
import { pick, type Verdict, withCompany } from './pick.ts';

interface Asked {
  choice: Choice;
  /** Whether the part is told of from its beginning, so that what it lacks need not be named. */
  isFull: boolean;
  settled: number;
  /** Of all that is chosen, these skills alone. */
  whole?: readonly number[] | undefined;
}

/**
 * What is looked at in one go, and milliseconds after which an answer ends, with little in it or nothing: others wait for the one
 * reader of the catalog meanwhile.
 */
const [atOnce, longest] = [5000, 250];

export async function partAfter(db: Db, from: Place, { choice, isFull, settled, whole }: Asked): Promise<Window> {
  const until = performance.now() + longest;
  const among = whole && (await amongSkills(db, choice, whole));
  const picked = new Map<Told, Verdict>();
  let place = from;
  let [isWhole, bytes] = [false, 0];
  while (!isWhole && picked.size <= mostItems && bytes <= mostBytes && performance.now() < until) {
    const told = await toldAfter(db, place, { settled, limit: atOnce, ...(among && { among }) });
    for (const [one, verdict] of await pick(db, choice, told, isFull)) {
      picked.set(one, verdict);
      bytes += one.size;
    }
    place = told.at(-1) ?? place;
    isWhole = told.length < atOnce;
  }
  const sent = withinBounds([...picked.keys()]);
  const last = sent.at(-1);
  if (last && sent.length < picked.size) [place, isWhole] = [last, false];
  const fitting = new Map(sent.map((one) => [one, picked.get(one) ?? 'left'] as const));
  return {
    named: await withCompany(db, choice, fitting, isFull),
    told: sent.filter(({ source }) => source !== 'rows'),
    ...{ place, isWhole },
  };
}

/** What there is of these skills, as far as they are chosen. */
async function amongSkills(
  db: Db,
  { isChosen }: Choice,
  ids: readonly number[],
): Promise<Record<Source, RawBuilder<unknown>>> {
  const chosen = await idsOf(db, sql`select s.id from skills as s where s.id in ${idsIn(db, ids)} and ${isChosen}`);
  const folders = await foldersOf(
    db,
    chosen.map((id) => ({ kind: 'skill', id })),
  );
  return {
    rows: sql`(kind = 'skill' and entity_id in ${idsIn(db, ids)})`,
    files: isBelow(db, folders),
    gone: sql`1 = 0`,
  };
}
