/** Takes out of a copy what its operator did not choose: whatever a leader sends, and after a choice that is another than before. */
import { type RawBuilder, sql } from 'kysely';
import { parseSelection, type Selection } from '../../../origin/contract/subjects/selection.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import { forgetRows } from '../../snapshot/catalog/belongings.ts';
import { idsIn, textsIn } from '../../snapshot/catalog/dialect.ts';
import type { RowsOf } from '../../snapshot/catalog/names.ts';
import { type Choice, choiceOf, idsOf, namedKits, ofVersions } from './chosen.ts';
import { foldersOf } from './folders.ts';

export const parsed = (only: string | undefined): Selection | undefined =>
  only === undefined ? undefined : parseSelection(only);

/** What is chosen of the rows that are there: kits that the selection names may not be. */
export const choiceHere = (db: Db, only: Selection): Choice =>
  choiceOf(db, only, sql`select skill_id from snapshot_members`);

interface Pruned {
  /** Whose rows went or became fewer. */
  rows: RowsOf[];
  /** Where files of theirs are. */
  folders: string[];
}

/** To be called with the rows of a pass in place. `changed`: undefined where those are all. */
export async function pruneRows(db: Db, only: Selection, changed: readonly RowsOf[] | undefined): Promise<Pruned> {
  await keepMembers(
    db,
    only,
    changed?.filter(({ kind }) => kind === 'kit').map(({ id }) => id),
  );
  const choice = choiceHere(db, only);
  // While the members of kits that they are in can still be told.
  const kits = await idsOf(db, sql`select k.id from kits as k where not ${choice.isWhole}`);
  const skills = await idsOf(db, sql`select s.id from skills as s where not ${choice.isChosen}`);
  const of = (kind: RowsOf['kind'], ids: readonly number[]): RowsOf[] => ids.map((id) => ({ kind, id }));
  const folders = await foldersOf(db, [...of('kit', kits), ...of('skill', skills)]);
  await forgetRows(db, 'kit', kits);
  await forgetRows(db, 'skill', skills);
  const fewer = of('skill', await pruneVersions(db, choice));
  folders.push(...(await foldersOf(db, fewer)));
  const people = await idsOf(db, strangers(db, only));
  await forgetRows(db, 'profile', people);
  await together(
    between.map(([table, column, other]) =>
      sql`delete from ${sql.table(table)} where ${sql.ref(column)} is not null
        and ${sql.ref(column)} not in (select id from ${sql.table(other)})`.execute(db),
    ),
  );
  return { rows: [...of('kit', kits), ...of('skill', skills), ...fewer, ...of('profile', people)], folders };
}

/** Rows that tell of two, of which one may not be here: a row of either that comes brings them along. */
const between = [
  ...([
    ['kit_skills', 'kit_id', 'kits'],
    ['kit_skills', 'skill_id', 'skills'],
  ] as const),
  ...([
    ['skill_likes', 'skill_id', 'skills'],
    ['skill_likes', 'other_id', 'skills'],
  ] as const),
  ...([
    ['library', 'skill_id', 'skills'],
    ['library', 'profile_id', 'profiles'],
  ] as const),
  ...([
    ['follows', 'follower_id', 'profiles'],
    ['follows', 'followed_id', 'profiles'],
  ] as const),
  ...([
    ['team_members', 'team_id', 'profiles'],
    ['team_members', 'member_id', 'profiles'],
  ] as const),
  ...([
    ['activity', 'actor_id', 'profiles'],
    ['skill_likes', 'version_id', 'versions'],
  ] as const),
] as const;

/** Which skills are in kits that the selection names: of those that changed, since one that is not whole goes from the rows. */
async function keepMembers(db: Db, only: Selection, changed: readonly number[] | undefined): Promise<void> {
  const among = changed ? sql`kit_id in ${idsIn(db, changed)}` : sql`true`;
  await sql`delete from snapshot_members where ${among}`.execute(db);
  await sql`insert into snapshot_members select m.kit_id, m.skill_id from kit_skills as m
    where ${among} and m.kit_id in (select k.id from ${namedKits(db, only)})`.execute(db);
}

async function pruneVersions(db: Db, { isAllowed }: Choice): Promise<number[]> {
  const { rows } = await sql<{ id: number; skill_id: number }>`select v.id, v.skill_id from versions as v
    join skills as s on s.id = v.skill_id where not ${isAllowed}`.execute(db);
  const ids = idsIn(
    db,
    rows.map(({ id }) => id),
  );
  await together(
    ofVersions.map(([table, column]) =>
      sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${ids}`.execute(db),
    ),
  );
  return [...new Set(rows.map(({ skill_id }) => Number(skill_id)))];
}

/** Who neither is chosen nor has anything to do with what is there. */
const strangers = (db: Db, { author }: Selection): RawBuilder<unknown> =>
  sql`select id from profiles where coalesce(handle not in ${textsIn(db, author)}, true) and id not in (
    select owner_id from skills union select owner_id from kits
    union select k.profile_id from versions as v join author_keys as k on k.id = v.key_id
    union select actor_id from activity where skill_id is not null)`;
