/** What people do that no operation offers yet, done in the store as the operations will. */
import { noteChange } from '../origin/store/changes.ts';
import type { Db } from '../origin/store/engine.ts';
import { createProfile, profileByHandle } from '../origin/store/people.ts';
import { indexedText } from '../origin/store/text.ts';
import type { Desk } from '../scripts/operator/desk.ts';
import { site, type TestRegistry } from './registry.ts';

/** An operator's desk at the registry. */
export const deskOf = ({ engine, clock }: TestRegistry): Desk => ({
  engine,
  settings: { site, dataDir: 'nowhere' } as Desk['settings'],
  note: () => undefined,
  progress: () => undefined,
  log: () => undefined,
  now: () => clock.now,
});

/** A kit with these skills: `author:slug` follows its latest version, `author:slug@sha256:…` is pinned to that one. */
export const addKit = (
  { engine, clock }: TestRegistry,
  owner: string,
  slug: string,
  skills: string[],
  visibility: 'public' | 'private' = 'public',
) =>
  engine.write(async (db) => {
    const now = clock.now;
    const { id: owner_id } = await someone(db, owner, now);
    const name = `The ${slug} kit`;
    const { id } = await db
      .insertInto('kits')
      .values({
        owner_id,
        slug,
        name,
        description: '',
        category: 'other',
        visibility,
        version: 1,
        moderation_status: 'none',
        subscriber_count: 0,
        created_at: now,
        updated_at: now,
        ...indexedText([slug, name], ''),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const skill of skills) await addToKit(db, id, skill, now);
    if (visibility === 'public') {
      await db
        .insertInto('activity')
        .values({ kind: 'kit', actor_id: owner_id, skill_id: null, version_id: null, kit_id: id, created_at: now })
        .execute();
    }
    await noteChange(db, 'kit', id);
    return id;
  });

async function addToKit(db: Db, kit_id: number, skill: string, now: number): Promise<void> {
  const [name = '', hash] = skill.split('@');
  const [author, slug] = name.split(':') as [string, string];
  const { id: skill_id } = await skillRow(db, author, slug);
  const versions = db.selectFrom('versions').select('id').where('skill_id', '=', skill_id);
  const version_id = hash ? (await versions.where('hash', '=', hash).executeTakeFirstOrThrow()).id : null;
  await db.insertInto('kit_skills').values({ kit_id, skill_id, version_id, added_at: now }).execute();
}

/** Takes a kit away, or changes what it contains. */
export const changeKit = (
  { engine, clock }: TestRegistry,
  kitId: number,
  change: { remove?: true; skills?: string[]; visibility?: 'public' | 'private' },
) =>
  engine.write(async (db) => {
    const { remove, skills, visibility } = change;
    if (remove || skills) await db.deleteFrom('kit_skills').where('kit_id', '=', kitId).execute();
    if (remove) {
      await db.deleteFrom('activity').where('kit_id', '=', kitId).execute();
      await db.deleteFrom('kits').where('id', '=', kitId).execute();
    }
    for (const skill of skills ?? []) await addToKit(db, kitId, skill, clock.now);
    if (visibility) await db.updateTable('kits').set({ visibility }).where('id', '=', kitId).execute();
    await noteChange(db, 'kit', kitId);
  });

export const follow = ({ engine, clock }: TestRegistry, follower: string, followed: string) =>
  engine.write(async (db) => {
    const [a, b] = [await someone(db, follower, clock.now), await someone(db, followed, clock.now)];
    await db.insertInto('follows').values({ follower_id: a.id, followed_id: b.id, created_at: clock.now }).execute();
    await db
      .updateTable('profiles')
      .set((e) => ({ following_count: e('following_count', '+', 1) }))
      .where('id', '=', a.id)
      .execute();
    await db
      .updateTable('profiles')
      .set((e) => ({ follower_count: e('follower_count', '+', 1) }))
      .where('id', '=', b.id)
      .execute();
    await noteChange(db, 'profile', a.id);
    await noteChange(db, 'profile', b.id);
  });

/** Puts a skill into a person's library. */
export const install = ({ engine, clock }: TestRegistry, handle: string, skill: string) =>
  engine.write(async (db) => {
    const [author, slug] = skill.split(':') as [string, string];
    const { id: skill_id, latest_version_id } = await skillRow(db, author, slug);
    const { id: profile_id } = await someone(db, handle, clock.now);
    await db
      .insertInto('library')
      .values({ profile_id, skill_id, version_id: latest_version_id, pinned: 0, auto_approve: 0, added_at: clock.now })
      .onConflict((conflict) => conflict.columns(['profile_id', 'skill_id']).doNothing())
      .execute();
    const { count } = await db
      .selectFrom('library')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('skill_id', '=', skill_id)
      .executeTakeFirstOrThrow();
    await db.updateTable('skills').set({ install_count: count }).where('id', '=', skill_id).execute();
    await noteChange(db, 'skill', skill_id);
  });

/** Suspends an account, or lifts that: every entity that it takes along is noted. */
export const suspend = ({ engine }: TestRegistry, handle: string, suspended: boolean) =>
  engine.write(async (db) => {
    const { id } = await db.selectFrom('profiles').select('id').where('handle', '=', handle).executeTakeFirstOrThrow();
    await db
      .updateTable('profiles')
      .set({ moderation_status: suspended ? 'suspended' : 'none' })
      .where('id', '=', id)
      .execute();
    await noteChange(db, 'profile', id);
    for (const table of ['skills', 'kits'] as const) {
      const rows = await db.selectFrom(table).select('id').where('owner_id', '=', id).execute();
      for (const row of rows) await noteChange(db, table === 'skills' ? 'skill' : 'kit', row.id);
    }
    const used = await db.selectFrom('library').select('skill_id').where('profile_id', '=', id).execute();
    for (const { skill_id } of used) await noteChange(db, 'skill', skill_id);
  });

const someone = async (db: Db, handle: string, now: number) =>
  (await profileByHandle(db, handle)) ?? createProfile(db, { handle }, now);

const skillRow = (db: Db, author: string, slug: string) =>
  db
    .selectFrom('skills')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['skills.id', 'skills.latest_version_id'])
    .where('handle', '=', author)
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
