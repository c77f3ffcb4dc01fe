/** What a write says of contents that were put into objects before it began. */
import { skillFile } from '../../bundle/paths.ts';
import type { Db } from '../engine/engine.ts';
import { clock, type Upload, uploadedAt } from './contents.ts';

/** Thrown by a write whose contents are not, or no longer sure to be, where it counted on them: they are to be put again. */
export class NotStored extends Error {
  readonly hashes: readonly string[];
  constructor(hashes: readonly string[]) {
    super('Contents were swept before they were named.');
    this.hashes = hashes;
  }
}

/** Seconds after which an upload may no longer be named: it is swept once it is a day old (`sweep.ts`). */
const nameable = 3600;

/** A SKILL.md stays in the database: writes read it, and wait for no object store. */
export const isInside = ({ path }: { path: string }): boolean => path === skillFile;

/** Hashes of what the newest version of a skill holds. */
export async function contentsOfLatest(db: Db, author: string, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom('version_files')
    .innerJoin('skills', 'skills.latest_version_id', 'version_files.version_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select('hash')
    .where('handle', '=', author)
    .where('slug', '=', slug)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Errors: `NotStored` where not all of them are. They stay until the write ends: what drops them is alone. */
export async function checkStored(db: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const rows = await db
    .selectFrom('contents')
    .select('hash')
    .where('hash', 'in', hashes)
    .union(db.selectFrom('blobs').select('hash').where('hash', 'in', hashes))
    .execute();
  const there = new Set(rows.map(({ hash }) => hash));
  const missing = hashes.filter((hash) => !there.has(hash));
  if (missing.length > 0) throw new NotStored(missing);
}

/** Where another write was first, its object stays, and the one that nothing names goes. Errors: `NotStored`. */
export async function storeUploads(db: Db, uploads: readonly Upload[]): Promise<void> {
  if (uploads.length === 0) return;
  const late = uploads.filter(({ object }) => clock() - (uploadedAt(object) ?? 0) > nameable);
  if (late.length > 0) throw new NotStored(late.map(({ hash }) => hash));
  await db
    .insertInto('contents')
    .values([...uploads].sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
