/** Versions that everyone sees and that the log has no entry of by their name, as the entries that they are to have. */
import { type SqlBool, sql } from 'kysely';
import { compiledOnce, type RowOf } from '../engine/compiled.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { addressableSkills } from '../view.ts';

export type WithIds = Pick<Engine, 'withIds'>;

type Row = RowOf<typeof rowsOf>;

/** Of the skills that `which` chooses, in the order of their publishing. `time` is that of the entries. */
export async function unentered(db: Db, which: ReturnType<typeof sql<SqlBool>>, time: number) {
  return (await rowsOf(db, which).execute()).map((row) => entryOf(row, time));
}

/**
 * Of these skills and of all that these profiles own, once each. The former are asked for with each publish, so by one query,
 * compiled once. Not so the latter: of a set of owners PostgreSQL expects a hundred, and reads all skills to find theirs.
 */
export async function unenteredOf(
  { withIds }: WithIds,
  db: Db,
  { skills, owners }: Record<'skills' | 'owners', ReadonlySet<number>>,
  time: number,
) {
  const [ofSkills, ofOwners] = await Promise.all([
    skills.size > 0
      ? runOfSkills(db, '', [JSON.stringify([...skills])], ([chosen]) =>
          rowsOf(db, sql<SqlBool>`skills.id in ${withIds(chosen)}`),
        )
      : [],
    owners.size > 0 ? rowsOf(db, sql<SqlBool>`skills.owner_id in (${sql.join([...owners])})`).execute() : [],
  ]);
  return [...new Map([...ofSkills, ...ofOwners].map((row) => [row.name, entryOf(row, time)])).values()];
}

const runOfSkills = compiledOnce<Row>();

function rowsOf(db: Db, which: ReturnType<typeof sql<SqlBool>>) {
  const name = sql<string>`owner.handle || ':' || skills.slug || '@' || versions.hash`;
  return addressableSkills({ db, caller: undefined })
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .leftJoin('author_keys', 'author_keys.id', 'versions.key_id')
    .select(['skills.id', 'skills.slug', 'owner.handle as author', 'versions.hash', 'versions.label'])
    .select(['versions.bundle_digest as digest', 'author_keys.fingerprint as signer', 'versions.published_at'])
    .select(name.as('name'))
    .where(which)
    .where('versions.withdrawn_at', 'is', null)
    .where('versions.scan_status', '<>', 'incomplete')
    .where(sql<SqlBool>`not exists (select 1 from log_entries where log_entries.name = ${name})`)
    .orderBy('versions.id');
}

function entryOf(
  { id: skill, name, author, slug, hash, label, digest, signer, published_at: published }: Row,
  time: number,
) {
  return {
    ...{ skill, name },
    fields: {
      ...{ type: 'version.published', subject: name, time, published, author: author ?? '', slug, hash, digest, label },
      ...(signer && { signer }),
    },
  };
}
