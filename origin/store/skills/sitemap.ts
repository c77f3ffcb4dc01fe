/**
 * The pages that search engines are told of, in parts that stay the same while what they list does. A part is named by
 * a hash of an address that everyone knows, so neither row ids nor private rows show in it.
 */
import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { type View, visibleKits, visibleProfiles, visibleSkills } from '../view.ts';

/** The part for a skill's `author/slug` or a profile's handle: 256 parts hold ten million skills, 39,000 each. */
export const shardOf = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 2);

const shards = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'));

/** Every part's name, and when the newest of its skills or kits changed; null where it has none. */
export interface Shard {
  shard: string;
  updatedAt: number | null;
}

/** The parts that list something. As much work with ten million skills as with ten: one look into the index a part. */
export async function listedShards(view: View): Promise<Shard[]> {
  const every = sql<{ column1: string }>`(values ${sql.join(shards.map((shard) => sql`(${shard})`))})`.as('every');
  const shard = sql.ref<string>('every.column1');
  const newest = visibleSkills(view)
    .where('skills.shard', '=', shard)
    .select('skills.updated_at')
    .orderBy('skills.updated_at', 'desc')
    .limit(1);
  const newestKit = kitsOf(view, shard).select((e) => e.fn.max('kits.updated_at').as('kitUpdatedAt'));
  const someone = sql<SqlBool>`exists ${publishersIn(view, shard).select('profiles.id')}`;
  const rows = await view.db
    .selectFrom(every)
    .select(['column1 as shard', newest.as('skillUpdatedAt'), newestKit.as('kitUpdatedAt'), someone.as('someone')])
    .orderBy('column1')
    .execute();
  return rows
    .map(({ skillUpdatedAt, kitUpdatedAt, ...row }) => ({ ...row, updatedAt: later(skillUpdatedAt, kitUpdatedAt) }))
    .filter((row) => row.updatedAt !== null || row.someone)
    .map(({ shard, updatedAt }) => ({ shard, updatedAt }));
}

const later = (one: number | null, other: number | null) =>
  one !== null && other !== null ? Math.max(one, other) : (one ?? other);

/** A part's skills by their address, deprecated ones too. */
export const skillsInShard = (view: View, shard: string) =>
  visibleSkills(view)
    .where('skills.shard', '=', shard)
    .select(['owner.handle as author', 'skills.slug', 'skills.updated_at'])
    .orderBy('owner.handle')
    .orderBy('skills.slug')
    .execute();

/** Whether there are more skills of a part than so many: read off an index alone, and no further. Hidden ones count. */
export const hasMoreInShard = async ({ db }: View, shard: string, most: number): Promise<boolean> =>
  (await db
    .selectFrom('skills')
    .select('updated_at')
    .where('shard', '=', shard)
    .orderBy('updated_at')
    .offset(most)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** A part's profiles that have published something, by their handle. */
export const profilesInShard = (view: View, shard: string) =>
  publishersIn(view, sql.val(shard)).select('profiles.handle').orderBy('profiles.handle').execute();

/** The kits of a part's profiles: a kit is in the part of whoever made it. */
export const kitsInShard = (view: View, shard: string) =>
  kitsOf(view, sql.val(shard))
    .select(['owner.handle as owner', 'kits.slug', 'kits.updated_at'])
    .orderBy('owner.handle')
    .orderBy('kits.slug')
    .execute();

const kitsOf = (view: View, shard: ReturnType<typeof sql.ref<string>>) =>
  visibleKits(view).where('owner.shard', '=', shard);

/** Asks for each profile whether it has a skill, where `publishers` would first list everyone's. */
const publishersIn = (view: View, shard: ReturnType<typeof sql.ref<string>>) =>
  visibleProfiles(view)
    .where('profiles.shard', '=', shard)
    .where(
      sql<SqlBool>`exists ${visibleSkills(view).where('skills.owner_id', '=', sql.ref<number>('profiles.id')).select('skills.id')}`,
    );
