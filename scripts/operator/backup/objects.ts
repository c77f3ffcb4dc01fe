/** The objects that a backup leads to: those that its newest state names, and those that earlier seconds do. */
import { faultsOf, type ObjectCheck } from '../../../origin/store/contents/check.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';

/** Of a state: what has its bytes in the database as well needs no object. */
export async function objectsNamed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('contents')
    .select('object')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('blobs').select('blobs.hash').whereRef('blobs.hash', '=', 'contents.hash'))),
    )
    .orderBy('hash')
    .execute();
  return rows.map(({ object }) => object);
}

interface Looking {
  isThorough: boolean;
  onProgress?(done: number, total: number): void;
}

/** A sentence for each that is not as it is to be. `db`: of that state. */
export async function faultsOfNamed(
  db: Db,
  check: ObjectCheck,
  objects: readonly string[],
  { isThorough, onProgress }: Looking,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [object, what] of await faultsOf(check, objects, isThorough, onProgress))
    problems.push(`${await nameOf(db, object)} ${what}: ${object}`);
  return problems;
}

/** The same of those that seconds of the last `days` name, and the newest does not any more. */
export async function faultsOfKept(
  check: ObjectCheck,
  objects: readonly string[],
  { isThorough, days }: Looking & { days: number },
): Promise<string[]> {
  const faults = await faultsOf(check, objects, isThorough);
  return [...faults].map(([object, what]) => `what a second of the last ${days} days names ${what}: ${object}`);
}

/** By one of the files that it holds. */
async function nameOf(db: Db, object: string): Promise<string> {
  const file = await db
    .selectFrom('contents')
    .innerJoin('version_files', 'version_files.hash', 'contents.hash')
    .innerJoin('versions', 'versions.id', 'version_files.version_id')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['path', 'slug', 'handle', 'number'])
    .where('object', '=', object)
    .limit(1)
    .executeTakeFirst();
  return file ? `${file.path} of ${file.handle ?? 'nobody'}/${file.slug} version ${file.number}` : 'a content';
}
