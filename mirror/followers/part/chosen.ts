/**
 * Which skills a selection chooses, as conditions of queries: a leader asks them of all that it shows, a partial mirror of what
 * it was sent, so that what doesn't belong there goes whatever the leader said.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Selection } from '../../../origin/contract/subjects/selection.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { idsIn, rowsIn, textsIn } from '../../snapshot/catalog/dialect.ts';

type Condition = RawBuilder<SqlBool>;

export interface Choice {
  only: Selection;
  /** Of a row `s` of `skills`. */
  isChosen: Condition;
  /** Of a row `v` of `versions` of such a skill `s`: of one that is, others may not be. */
  isAllowed: Condition;
  /** Of a row `k` of `kits`: every member is chosen, and there is one. Less of it would be another kit. */
  isWhole: Condition;
}

/** `members` are the ids of skills in kits that the selection names. */
export function choiceOf(db: Db, only: Selection, members = membersIn(db, only)): Choice {
  const isAllowed = all([
    only.licence.length > 0 && sql<SqlBool>`${licence} in ${textsIn(db, only.licence)}`,
    only.verdict.length > 0 && sql<SqlBool>`v.scan_status in ${textsIn(db, only.verdict)}`,
  ]);
  const isChosen = all([
    only.author.length > 0 &&
      sql<SqlBool>`s.owner_id in (select id from profiles where handle in ${textsIn(db, only.author)})`,
    only.kit.length > 0 && sql<SqlBool>`s.id in (${members})`,
    splitsSkills(only) &&
      sql<SqlBool>`exists (select 1 from versions as v where v.id = s.latest_version_id and ${isAllowed})`,
  ]);
  const isMemberHere = sql<SqlBool>`exists (select 1 from skills as s where s.id = m.skill_id and ${isChosen}
    and (m.version_id is null or exists (select 1 from versions as v where v.id = m.version_id and ${isAllowed})))`;
  const isWhole = sql<SqlBool>`(exists (select 1 from kit_skills as m where m.kit_id = k.id)
    and not exists (select 1 from kit_skills as m where m.kit_id = k.id and not ${isMemberHere}))`;
  return { only, isChosen, isAllowed, isWhole };
}

/** Whether some versions of a skill may be chosen, and others not. */
const splitsSkills = ({ licence, verdict }: Selection): boolean => licence.length + verdict.length > 0;

/** What its own text says, and where that says nothing, what it was imported under. */
const said = sql`case when v.license = '' and s.is_mirror = 1 then s.mirror_license else v.license end`;
/** As `foldLicence` does. */
const licence = sql`lower(replace(replace(${said}, ' ', '-'), '_', '-'))`;

const all = (conditions: readonly (Condition | false)[]): Condition => {
  const given = conditions.filter((one) => one !== false);
  return given.length > 0 ? sql<SqlBool>`(${sql.join(given, sql` and `)})` : sql<SqlBool>`1 = 1`;
};

/** Kits that the selection names, as a table of `k`. */
export const namedKits = (db: Db, { kit }: Selection): RawBuilder<unknown> =>
  sql`${rowsIn(
    db,
    kit.map((name) => name.split('/')),
  )} join profiles as o on o.handle = value ->> 0 join kits as k on k.owner_id = o.id and k.slug = value ->> 1`;

const membersIn = (db: Db, only: Selection) =>
  sql`select m.skill_id from ${namedKits(db, only)} join kit_skills as m on m.kit_id = k.id`;

/** The ids of versions of these skills that are not chosen with them. */
export const versionsLeft = (db: Db, { isAllowed }: Choice, skills: readonly number[]): Promise<number[]> =>
  idsOf(
    db,
    sql`select v.id from versions as v join skills as s on s.id = v.skill_id
      where s.id in ${idsIn(db, skills)} and not ${isAllowed}`,
  );

/** Tables with rows of a version, and by which column. */
export const ofVersions = [
  ...([
    ['version_files', 'version_id'],
    ['scans', 'version_id'],
    ['verdicts', 'version_id'],
  ] as const),
  ...([
    ['activity', 'version_id'],
    ['versions', 'id'],
  ] as const),
] as const;

/** The ids that a query finds. */
export async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db);
  return rows.map(({ id }) => Number(id));
}
