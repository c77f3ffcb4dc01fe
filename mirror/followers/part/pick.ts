/** Which of a snapshot's changes concern a part of it, and what goes along with them. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { addressOf } from '../../snapshot/address/address.ts';
import { idsIn, rowsIn, textsIn } from '../../snapshot/catalog/dialect.ts';
import type { RowsKind, RowsOf } from '../../snapshot/catalog/names.ts';
import { type Named, rowsAmong, type Told } from '../told.ts';
import { type Choice, idsOf, namedKits } from './chosen.ts';
import { chosenFiles } from './files.ts';

/** Of a change that the part has nothing of, why: it is to be told that it has not, or is none of its business. */
export type Verdict = 'chosen' | 'left';

/** Kinds of which a part does not have all. */
const partial: ReadonlySet<RowsKind> = new Set(['skill', 'kit', 'profile'] as const);

export async function pick(
  db: Db,
  choice: Choice,
  told: readonly Told[],
  isFull: boolean,
): Promise<Map<Told, Verdict>> {
  const skills = new Set(await chosenSkills(db, choice, idsAmong(told, 'skill')));
  const kits = new Set(await heldKits(db, choice, idsAmong(told, 'kit')));
  // Who publishes what is chosen comes along with it; of others a part keeps none.
  const profiles = new Set(isFull ? await namedProfiles(db, choice) : idsAmong(told, 'profile'));
  const held: Partial<Record<string, ReadonlySet<number>>> = { skill: skills, kit: kits, profile: profiles };
  const files = await chosenFiles(
    db,
    choice,
    told.flatMap(({ source, key }) => (source === 'files' ? [String(key[0])] : [])),
  );
  return new Map(
    told.flatMap((one): [Told, Verdict][] => {
      const [name = '', id] = one.key;
      if (one.source === 'files') return files.has(String(name)) ? [[one, 'chosen']] : [];
      if (one.source === 'gone' || held[name]?.has(Number(id)) !== false) return [[one, 'chosen']];
      return isFull ? [] : [[one, 'left']];
    }),
  );
}

const idsAmong = (told: readonly Told[], kind: RowsKind): number[] =>
  rowsAmong(told).flatMap((one) => (one.kind === kind ? [one.id] : []));

const namedProfiles = (db: Db, { only }: Choice) =>
  idsOf(db, sql`select id from profiles where handle in ${textsIn(db, only.author)}`);

const chosenSkills = (db: Db, { isChosen }: Choice, ids: readonly number[]) =>
  idsOf(db, sql`select s.id from skills as s where s.id in ${idsIn(db, ids)} and ${isChosen}`);

/** Those that are whole, and those that say which skills are chosen. */
const heldKits = (db: Db, { only, isWhole }: Choice, ids: readonly number[]) =>
  idsOf(
    db,
    sql`select k.id from kits as k where k.id in ${idsIn(db, ids)}
      and (${isWhole} or k.id in (select k.id from ${namedKits(db, only)}))`,
  );

/** What is told, with the kits that may be whole since, or are no longer, and everybody whom any of it names. */
export async function withCompany(
  db: Db,
  choice: Choice,
  picked: ReadonlyMap<Told, Verdict>,
  isFull: boolean,
): Promise<Named> {
  const idsOfKind = (kind: RowsKind, verdict: Verdict) =>
    idsAmong(
      [...picked].flatMap(([one, given]) => (given === verdict ? [one] : [])),
      kind,
    );
  const skills = idsOfKind('skill', 'chosen');
  const changed = [...skills, ...idsOfKind('skill', 'left')];
  const around = await kitsAround(db, changed, [...picked.keys()]);
  const kits = new Set([...idsOfKind('kit', 'chosen'), ...(await heldKits(db, choice, around))]);
  const people = await peopleIn(db, skills, [...kits]);
  const of = (kind: RowsKind, ids: Iterable<number>): RowsOf[] => [...new Set(ids)].map((id) => ({ kind, id }));
  const others = rowsAmong([...picked.keys()]).filter(({ kind }) => !partial.has(kind));
  const leftKits = [...idsOfKind('kit', 'left'), ...(isFull ? [] : around)].filter((id) => !kits.has(id));
  return {
    sent: [
      ...others,
      ...of('profile', [...idsOfKind('profile', 'chosen'), ...people]),
      ...of('skill', skills),
      ...of('kit', kits),
    ],
    left: [...of('skill', idsOfKind('skill', 'left')), ...of('kit', leftKits)],
  };
}

/** Kits that have one of these skills, or a file among what is told. */
function kitsAround(db: Db, skills: readonly number[], told: readonly Told[]): Promise<number[]> {
  const names = told.flatMap(({ source, key: [path] }) => {
    const { owner, slug } = (source === 'files' && addressOf(String(path))?.values) || {};
    return owner && slug ? [[owner, slug]] : [];
  });
  return idsOf(
    db,
    sql`select kit_id as id from kit_skills where skill_id in ${idsIn(db, skills)} union
      select k.id from ${rowsIn(db, names)} join profiles as o on o.handle = value ->> 0
        join kits as k on k.owner_id = o.id and k.slug = value ->> 1`,
  );
}

/** Who owns these, signed them or did something with them. */
const peopleIn = (db: Db, skills: readonly number[], kits: readonly number[]) =>
  idsOf(
    db,
    sql`select owner_id as id from skills where id in ${idsIn(db, skills)} union
      select owner_id from kits where id in ${idsIn(db, kits)} union
      select k.profile_id from versions as v join author_keys as k on k.id = v.key_id
        where v.skill_id in ${idsIn(db, skills)} union
      select actor_id from activity where skill_id in ${idsIn(db, skills)}`,
  );
