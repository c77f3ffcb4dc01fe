/** Downloads by the hour, of what everyone is shown: of anything else no row is made, so going public tells of no past. */
import { sql } from 'kysely';
import { type DownloadCounts, hourOf, hoursShown } from '../../contract/subjects/downloads.ts';
import type { Db } from '../engine/engine.ts';
import { recordDerived } from '../events/record.ts';
import { visibleSkills } from '../view.ts';

/** Names in one statement. */
const atOnce = 200;

/** Hours of which nothing is shown any more are kept this much longer, in case a clock goes back. */
const spareHours = 24;

/** Resolves with how many were of a skill that everyone is shown, and of an hour that still counts. */
export async function addDownloads(db: Db, counts: DownloadCounts, now: number): Promise<number> {
  const [first, last] = [hourOf(now) - hoursShown, hourOf(now) + 1];
  const current = counts.filter(([hour]) => hour > first && hour <= last);
  const skills = await publicSkills(
    db,
    current.map(([, skill]) => skill),
  );
  return addTotals(
    db,
    current.flatMap(([hour, skill, total]) => {
      const skill_id = skills.get(skill);
      return skill_id === undefined ? [] : [{ hour, skill_id, total }];
    }),
  );
}

/** Of `<author>/<slug>`, those that everyone is shown. */
export async function publicSkills(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const distinct = [...new Set(names)];
  for (let from = 0; from < distinct.length; from += atOnce) {
    const values = distinct.slice(from, from + atOnce).map((name) => {
      const [author, slug] = name.split('/');
      return sql`(${name}, ${author}, ${slug})`;
    });
    type Asked = { column1: string; column2: string; column3: string };
    const asked = sql<Asked>`(values ${sql.join(values)})`.as('asked');
    const rows = await visibleSkills({ db, caller: undefined })
      .innerJoin(asked, (join) =>
        join.onRef('asked.column2', '=', 'owner.handle').onRef('asked.column3', '=', 'skills.slug'),
      )
      .select(['asked.column1 as name', 'skills.id'])
      .execute();
    for (const { name, id } of rows) found.set(name, id);
  }
  return found;
}

/** Resolves with the sum. */
export async function addTotals(
  db: Db,
  rows: readonly { hour: number; skill_id: number; total: number }[],
): Promise<number> {
  const sums = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const place = `${row.hour} ${row.skill_id}`;
    sums.set(place, { ...row, total: row.total + (sums.get(place)?.total ?? 0) });
  }
  const values = [...sums.values()];
  for (let from = 0; from < values.length; from += atOnce)
    await db
      .insertInto('downloads')
      .values(values.slice(from, from + atOnce))
      .onConflict((conflict) =>
        conflict.columns(['hour', 'skill_id']).doUpdateSet({ total: sql<number>`downloads.total + excluded.total` }),
      )
      .execute();
  return rows.reduce((sum, { total }) => sum + total, 0);
}

/** Counts a batch unless one of this name was counted; undefined where it was. */
export async function addBatch(db: Db, id: string, counts: DownloadCounts, now: number): Promise<number | undefined> {
  const added = await db
    .insertInto('counted_batches')
    .values({ id, counted_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added && addDownloads(db, counts, now);
}

/** What is too old to be counted again needs no name remembered. */
export async function dropOldDownloads(db: Db, now: number): Promise<void> {
  const hours = hoursShown + spareHours;
  await db
    .deleteFrom('downloads')
    .where('hour', '<', hourOf(now) - hours)
    .execute();
  await db
    .deleteFrom('counted_batches')
    .where('counted_at', '<', now - 2 * hours * 3600)
    .execute();
}

/** A skill whose shown number is to change. */
export interface Counted {
  id: number;
  downloads: number;
}

/** What the shown numbers are to become: of those skills alone that show another. The largest first. */
export async function downloadsToShow(db: Db, now: number): Promise<Counted[]> {
  const sums = await db
    .selectFrom('downloads')
    .select((e) => ['skill_id', e.fn.sum<number>('total').as('total')])
    .where('hour', '>', hourOf(now) - hoursShown)
    .groupBy('skill_id')
    .execute();
  const totals = new Map(sums.map(({ skill_id, total }) => [skill_id, Number(total)]));
  const showing = await db.selectFrom('skills').select(['id', 'downloads_7d']).where('downloads_7d', '>', 0).execute();
  const shown = new Map(showing.map(({ id, downloads_7d }) => [id, downloads_7d]));
  return [...new Set([...totals.keys(), ...shown.keys()])]
    .map((id) => ({ id, downloads: coarse(totals.get(id) ?? 0, shown.get(id)), was: shown.get(id) ?? 0 }))
    .filter(({ downloads, was }) => downloads !== was)
    .sort((a, b) => b.downloads - a.downloads || a.id - b.id)
    .map(({ id, downloads }) => ({ id, downloads }));
}

/** Fewer are not shown: they tell more of who reads than of what is read. */
const fewest = 5;

/**
 * One significant digit, downward. A number that is shown stays until a tenth is missing, so that it doesn't go back and
 * forth where it is next to a step.
 */
export function coarse(total: number, shown = 0): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(total, 1)));
  const digit = total < fewest ? 0 : Math.floor(total / step) * step;
  return digit < shown && total >= fewest && total >= shown * 0.9 ? shown : digit;
}

/** `now`: Unix seconds. */
export async function showDownloads(db: Db, counted: readonly Counted[], now: number): Promise<void> {
  for (const { id, downloads } of counted)
    await db.updateTable('skills').set({ downloads_7d: downloads }).where('id', '=', id).execute();
  const skills = counted.map(({ id }) => id);
  await recordDerived(db, skills, now);
}
