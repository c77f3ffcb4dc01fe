/** What versions say of themselves, by their row ids: for whoever was already shown that they are there. */
import type { Db } from './engine.ts';

/** Ids in one statement. */
const idsAtOnce = 500;

export async function versionDetails(db: Db, ids: readonly number[]): Promise<Map<number, VersionDetail>> {
  const details = new Map<number, VersionDetail>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const rows = await select(db, ids.slice(start, start + idsAtOnce)).execute();
    for (const { id, ...detail } of rows) details.set(id, detail);
  }
  return details;
}

const select = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .where('versions.id', 'in', ids)
    .select([
      'versions.id',
      'versions.name',
      'versions.description',
      'versions.triggers',
      'versions.token_count',
      'versions.published_at',
      'versions.scan_status',
      'versions.signature_status',
      'skills.category',
      'skills.deprecated',
    ]);

export type VersionDetail = Omit<Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number], 'id'>;
