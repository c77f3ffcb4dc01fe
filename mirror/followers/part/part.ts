/** What a copy holds where it is a part of a registry: said wherever somebody could take it for all of it. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { isMissingTable, isPostgres } from '../../snapshot/catalog/dialect.ts';

export interface KeptPart {
  /** What its operator chose, as it was asked for; absent of one that holds all that its leader does. */
  only?: string | undefined;
  /** What its leader holds alone. */
  partial: readonly string[];
  /** Skills of the whole registry. */
  of?: number | undefined;
}

export interface Part {
  /** Selections, of which each has to choose what is there: that of this copy, and those of whom it copies. */
  filters: string[];
  /** Skills that are there. */
  skills: number;
  /** Skills of the whole registry, when it was asked last. */
  of: number;
}

export async function createPart(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_part (
    "only" integer primary key check ("only" = 1), part text not null)`.execute(catalog);
  // Which skills are in kits that the selection names: those kits themselves are there only where they are whole.
  await sql`create table if not exists snapshot_members (
    kit_id bigint not null, skill_id bigint not null, primary key (kit_id, skill_id)) without rowid`.execute(catalog);
  // What a version's own text says of its licence: a row may say something else.
  await sql`create table if not exists snapshot_licences (hash text primary key, licence text not null) without rowid`.execute(
    catalog,
  );
}

/** What was taken in last was this. */
export async function keptPart(catalog: Db): Promise<KeptPart> {
  const { rows } = await sql<{ part: string }>`select part from snapshot_part`.execute(catalog).catch((error) => {
    if (isMissingTable(error)) return { rows: [] };
    throw error;
  });
  return rows[0] ? JSON.parse(rows[0].part) : { partial: [] };
}

export async function keepPart(catalog: Db, part: KeptPart): Promise<void> {
  await sql`insert into snapshot_part ("only", part) values (1, ${JSON.stringify(part)})
    on conflict ("only") do update set part = excluded.part`.execute(catalog);
}

/** Undefined of what is whole, a registry's own snapshot for one. */
export async function readPart(catalog: Db): Promise<Part | undefined> {
  // A copy is a folder.
  if (isPostgres(catalog)) return undefined;
  const { only, partial, of = 0 } = await keptPart(catalog);
  const filters = [...(only === undefined ? [] : [only]), ...partial];
  return filters.length > 0 ? { filters, skills: await countSkills(catalog), of } : undefined;
}

export async function countSkills(catalog: Db): Promise<number> {
  const { skills } = await catalog
    .selectFrom('skills')
    .select((e) => e.fn.countAll<number>().as('skills'))
    .executeTakeFirstOrThrow();
  return Number(skills);
}

/** `partial: author:alice; 2 of 3,400 skills`. */
export const partInWords = ({ filters, skills, of }: Part): string =>
  `partial: ${filtersInWords(filters)}; ${skills.toLocaleString('en')} of ${of.toLocaleString('en')} skills`;

export const filtersInWords = (filters: readonly string[]): string => filters.join(', and of that ');
