/** What moderators, kits and signatures do that no operation offers yet, done in the store as those will. */

import { corpusVersion } from '../../origin/scan/detectors.ts';
import type { Db, Engine } from '../../origin/store/engine/engine.ts';
import { actionsInForce, liftAction, takeAction, targetNamed } from '../../origin/store/moderation/moderation.ts';
import { profileByHandle } from '../../origin/store/people/people.ts';
import type { Tables } from '../../origin/store/schema/tables.ts';
import { indexedText } from '../../origin/store/search/text.ts';
import { storeScan } from '../../origin/store/skills/scans/scans.ts';
import type { TestRegistry } from '../registry.ts';

/** The row id of a skill, as `author:slug`. */
async function skillId(db: Db, skill: string): Promise<number> {
  const [author = '', slug = ''] = skill.split(':');
  const owners = db.selectFrom('profiles').select('id').where('handle', '=', author);
  const row = db.selectFrom('skills').select('id').where('owner_id', 'in', owners).where('slug', '=', slug);
  return (await row.executeTakeFirstOrThrow()).id;
}

/** No profile: whoever moderates in tests is none of the people in them. */
export const moderator = -1;

/** Quarantines a version of a skill, as a moderator does, where it is not yet. */
export const quarantine = ({ engine, clock }: TestRegistry, skill: string, hash: string) =>
  engine.write(async (db) => {
    const target = await targetNamed(db, `${skill}@${hash}`);
    const known = actionsInForce(db).where('target_kind', '=', 'version').where('target_id', '=', target.id);
    if (await known.select('id').executeTakeFirst()) return;
    await takeAction(db, target, { action: 'quarantine', reason: 'A reason.', by: moderator }, clock.now);
  });

/** Stores a new report of a version, which was read whole or else is held. */
export const scanned = ({ engine, clock }: TestRegistry, skill: string, hash: string, isWhole: boolean) =>
  engine.write(async (db) => {
    const { id } = await targetNamed(db, `${skill}@${hash}`);
    const version = await db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const unread = isWhole ? [] : [{ path: 'SKILL.md', reason: 'budget' as const }];
    const report = { status: isWhole ? 'clean' : 'incomplete', findings: [], unread, corpusVersion } as const;
    await storeScan(db, version, report, clock.now);
  });

/** Takes an action against a skill or a profile, as a moderator does. */
export const moderate = (
  { engine, clock }: TestRegistry,
  target: string,
  action: 'quarantine' | 'hide' | 'suspend' | 'warn',
  reason = 'A reason.',
) =>
  engine.write(async (db) =>
    takeAction(db, await targetNamed(db, target), { action, reason, by: moderator }, clock.now),
  );

/** Lifts every action in force against what is called so. */
export const lift = ({ engine, clock }: TestRegistry, target: string) =>
  engine.write(async (db) => {
    const actions = await actionsInForce(db).where('target', '=', target).select('id').execute();
    for (const { id } of actions) await liftAction(db, id, { reason: 'A reason.', by: moderator }, clock.now);
  });

/** Lifts one of the actions in force, where there are so many. */
export const liftNth = ({ engine, clock }: TestRegistry, nth: number) =>
  engine.write(async (db) => {
    const { id } = (await actionsInForce(db).select('id').execute())[nth] ?? {};
    if (id !== undefined) await liftAction(db, id, { reason: 'A reason.', by: moderator }, clock.now);
  });

/** Pins a member of a kit to one version. */
export const pin = ({ engine }: TestRegistry, kitId: number, skill: string, hash: string) =>
  engine.write(async (db) => {
    const id = await skillId(db, skill);
    const version = await db
      .selectFrom('versions')
      .select('id')
      .where('skill_id', '=', id)
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('kit_skills')
      .set({ version_id: version.id })
      .where('kit_id', '=', kitId)
      .where('skill_id', '=', id)
      .execute();
  });

/** Gives a kit its texts, category and counts. */
export const describeKit = (
  { engine }: TestRegistry,
  id: number,
  kit: Partial<Pick<Tables['kits'], 'name' | 'description' | 'category' | 'subscriber_count'>>,
) =>
  engine.write(async (db) => {
    const row = await db.selectFrom('kits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { slug, name, description } = { ...row, ...kit };
    const text = indexedText([slug, name], description);
    await db
      .updateTable('kits')
      .set({ ...kit, ...text })
      .where('id', '=', id)
      .execute();
  });

/** Gives a person the texts of their profile. */
export const describePerson = (
  { engine }: TestRegistry,
  handle: string,
  person: Partial<Pick<Tables['profiles'], 'display_name' | 'bio' | 'avatar_url' | 'follower_count'>>,
) =>
  engine.write(async (db) => {
    const row = await profileByHandle(db, handle);
    const { display_name, bio } = { display_name: handle, bio: '', ...row, ...person };
    const text = indexedText([handle, display_name], bio);
    await db
      .updateTable('profiles')
      .set({ ...person, ...text })
      .where('handle', '=', handle)
      .execute();
  });

/** Lets every version of a skill count as signed. */
export const verify = ({ engine }: TestRegistry, skill: string) =>
  engine.write(async (db) => {
    const id = await skillId(db, skill);
    await db.updateTable('versions').set({ signature_status: 'verified' }).where('skill_id', '=', id).execute();
    await db.updateTable('skills').set({ signature_status: 'verified' }).where('id', '=', id).execute();
  });

const tables: Record<Exclude<keyof Tables, 'tokens'>, true> = {
  profiles: true,
  portraits: true,
  handles: true,
  team_members: true,
  team_invitations: true,
  author_keys: true,
  passkeys: true,
  identities: true,
  challenges: true,
  devices: true,
  pairings: true,
  pairing_misses: true,
  uploads: true,
  skills: true,
  versions: true,
  version_files: true,
  blobs: true,
  contents: true,
  dropped_objects: true,
  object_store: true,
  scans: true,
  kits: true,
  kit_skills: true,
  kit_subscriptions: true,
  follows: true,
  stars: true,
  library: true,
  moderation_actions: true,
  reports: true,
  appeals: true,
  audit_log: true,
  events: true,
  notification_settings: true,
  activity: true,
  skill_totals: true,
  listed_skills: true,
  listed_changes: true,
  skill_tags: true,
  facet_totals: true,
  search_words: true,
  author_totals: true,
  user_totals: true,
  activity_totals: true,
  changes: true,
  counters: true,
  quota_uses: true,
  quota_grants: true,
  advisories: true,
  advisory_keys: true,
  advisory_feeds: true,
  verdicts: true,
  downloads: true,
  counted_batches: true,
  counted_hours: true,
  counted_clients: true,
  fingerprints: true,
  fingerprint_bands: true,
  log_queue: true,
  log_entries: true,
  log_hashes: true,
  log_checkpoints: true,
  log_heads: true,
  skill_likes: true,
};

/** Every row of every table but that of tokens, whose use is noted by reading: equal where nothing was stored. */
export const everything = (engine: Engine): Promise<Record<string, string[]>> =>
  engine.read(async (db) => {
    const content: Record<string, string[]> = {};
    for (const table of Object.keys(tables) as (keyof typeof tables)[]) {
      const rows = await db.selectFrom(table).selectAll().execute();
      content[table] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return content;
  });

/** A skill's row without what the database makes by itself, to be stored again under another name. */
export async function copyOf(db: Db, slug: string) {
  const row = await db.selectFrom('skills').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
  const { id: _, terms: __, facets: ___, ...copy } = row as typeof row & { terms?: unknown; facets?: unknown };
  return copy;
}
