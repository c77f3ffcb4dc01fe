/** Versions that are gone, so that neither their labels nor their numbers are given again. */
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import { DamagedContent } from '../engine/faults.ts';
import { forgetVersionText } from '../likeness/fingerprints.ts';
import { dropUnusedBlobs } from '../skills/blobs.ts';
import { refreshSkill } from '../skills/latest.ts';

export interface Gone {
  skill: number;
  hash: string;
  label: string;
  digest?: string;
  /** Unix seconds. */
  at: number;
}

/** Numbers that a label may stand for: others are its author’s fancy. */
const mostNumbers = 100_000;

/** Returns its id. Its number is that of its label, as labels are made where nobody chooses one, or the first that is free. */
export async function addTombstone(db: Db, { skill, hash, label, digest = '', at }: Gone): Promise<number> {
  const taken = await db.selectFrom('versions').select('number').where('skill_id', '=', skill).execute();
  const numbers = new Set(taken.map(({ number }) => number));
  const said = Number(/^v([1-9][0-9]{0,5})$/.exec(label)?.[1]);
  let number = said <= mostNumbers && !numbers.has(said) ? said : 1;
  while (numbers.has(number)) number += 1;
  const { owner_id } = await db
    .selectFrom('skills')
    .select('owner_id')
    .where('id', '=', skill)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('versions')
    .values({
      ...{ skill_id: skill, number, label, hash, name: '', description: '', triggers: '[]', token_count: 0 },
      ...{ bundle_digest: digest, signature_status: 'unsigned', statement: '', signature: '', key_id: null },
      ...{ scan_status: 'clean', published_by: owner_id, published_at: at, withdrawn_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a version one: nobody has its files, or they are not what its hash says. */
export async function bury(db: Db, id: number, now: number): Promise<void> {
  const { skill_id } = await db
    .updateTable('versions')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .returning('skill_id')
    .executeTakeFirstOrThrow();
  const files = await db.deleteFrom('version_files').where('version_id', '=', id).returning('hash').execute();
  await dropUnusedBlobs(
    db,
    files.map(({ hash }) => hash),
  );
  await forgetVersionText(db, { id });
  const { latest_version_id: latest } = await db
    .selectFrom('skills')
    .select('latest_version_id')
    .where('id', '=', skill_id)
    .executeTakeFirstOrThrow();
  if (latest !== id) return;
  await refreshSkill(db, skill_id).catch(async (error) => {
    if (!(error instanceof DamagedContent)) throw error;
    await db.updateTable('skills').set({ latest_version_id: null }).where('id', '=', skill_id).execute();
  });
}

/** Once all versions are there: the next of a skill comes after all of them. */
export const countVersions = (db: Db) =>
  sql`update skills set version_count = coalesce((select max(number) from versions where skill_id = skills.id), 0)`.execute(
    db,
  );

/** The number of a skill that is gone, by what the log calls its versions; else one that nothing has. */
export async function skillIdOf(db: Db, name: string): Promise<number> {
  const known = await db
    .selectFrom('log_entries')
    .select('skill_id')
    .where('name', '>', `${name}@`)
    .where('name', '<', `${name}A`)
    .where('skill_id', 'not in', db.selectFrom('skills').select('id'))
    .executeTakeFirst();
  return known?.skill_id ?? (await newestSkill(db)) + 1;
}

const newestSkill = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ newest: number | null }>`select max(newest) as newest from (
    select max(id) as newest from skills union all select max(skill_id) from log_entries)`.execute(db);
  return rows[0]?.newest ?? 0;
};

/** Entries of the log name skills by their numbers: no other is ever given one. */
export async function reserveSkills(db: Db): Promise<void> {
  const newest = await newestSkill(db);
  await sql`delete from sqlite_sequence where name = 'skills'`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values ('skills', ${newest})`.execute(db);
}
