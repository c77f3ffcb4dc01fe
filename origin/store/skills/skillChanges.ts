/** The writing side of skills themselves: versions.ts adds and withdraws what they hold. */

import { sql } from 'kysely';
import type { Category, Visibility } from '../../contract/fields.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { type Act, changedFields, type Event } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { SkillRow } from '../schema/tables.ts';
import { skillText, withCategory } from '../search/skillText.ts';
import { refuseSecretsOf } from './scans/scans.ts';
import { shardOf } from './sitemap.ts';

/** The skill's row whether anyone may see it or not: for its owners' writes. */
export const skillBySlug = (db: Db, ownerId: number, slug: string): Promise<SkillRow | undefined> =>
  db.selectFrom('skills').selectAll().where('owner_id', '=', ownerId).where('slug', '=', slug).executeTakeFirst();

/** The same by its owner's handle. */
export const skillUnder = (db: Db, handle: string, slug: string): Promise<SkillRow | undefined> =>
  db
    .selectFrom('skills')
    .selectAll()
    .where('owner_id', '=', (e) => e.selectFrom('profiles').select('id').where('handle', '=', handle))
    .where('slug', '=', slug)
    .executeTakeFirst();

/** For what is stored in this write. */
export interface NewIds {
  skill: number;
  version: number;
}

/** The skill as it is in this write, and ids for what the write adds: of it a version, and the skill where it is not there. */
export async function skillToWrite(
  { nextId }: Pick<Engine, 'nextId'>,
  db: Db,
  { ownerId, slug }: { ownerId: number; slug: string },
): Promise<{ known: SkillRow | undefined; ids: NewIds }> {
  const next = sql<NewIds>`(select ${nextId('skills')} as skill, ${nextId('versions')} as version)`.as('next');
  const { skill, version, ...row } = await db
    .selectFrom(next)
    .leftJoin('skills', (on) => on.on('owner_id', '=', ownerId).on('slug', '=', slug))
    .selectAll('skills')
    .select(['next.skill', 'next.version'])
    .executeTakeFirstOrThrow();
  return { known: row.id === null ? undefined : (row as SkillRow), ids: { skill, version } };
}

export interface NewSkill {
  id: number;
  ownerId: number;
  /** Whether everyone sees its owner. */
  isOwnerShown: boolean;
  /** Its owner's handle. */
  author: string;
  slug: string;
  category: Category;
  isSuggested: boolean;
  visibility: Visibility;
}

/** The row of a skill without versions, which is nothing yet. */
export const newSkill = (skill: NewSkill, now: number) => ({
  id: skill.id,
  owner_id: skill.ownerId,
  owner_shown: flag(skill.isOwnerShown),
  slug: skill.slug,
  name: skill.slug,
  description: '',
  category: skill.category,
  category_chosen: flag(!skill.isSuggested),
  visibility: skill.visibility,
  latest_version_id: null,
  version_count: 0,
  deprecated: flag(false),
  deprecation_message: '',
  moderation_status: 'none' as const,
  install_count: 0,
  is_mirror: flag(false),
  mirror_source_url: '',
  mirror_license: '',
  shard: shardOf(`${skill.author}/${skill.slug}`),
  created_at: now,
  updated_at: now,
  ...skillText({ ...unwritten, slug: skill.slug, name: skill.slug, category: skill.category }),
});

const flag = (said: boolean): 0 | 1 => (said ? 1 : 0);

export const createSkill = async (db: Db, row: ReturnType<typeof newSkill>): Promise<void> => {
  await db.insertInto('skills').values(row).execute();
};

const unwritten = { description: '', triggers: [], tags: [], skillMd: '', capabilities: undefined };

export type SkillChange = Partial<Pick<SkillRow, 'visibility' | 'category' | 'deprecated' | 'deprecation_message'>>;

/** A category that somebody names is theirs: nothing suggests another from then on. */
export const asChosen = (change: SkillChange) => ({
  ...change,
  ...(change.category && { category_chosen: 1 as const }),
});

/**
 * Resolves to the row as it is then; what it says already is no change. Errors: `secret_found` where a skill that holds
 * one would become public.
 */
export async function changeSkill(db: Db, skill: SkillRow, change: SkillChange, act: Act): Promise<SkillRow> {
  if (change.visibility === 'public') await refuseSecretsOf(db, skill.id);
  const fields = changedFields(skill, change);
  if (fields.length === 0) {
    if (change.category && !skill.category_chosen)
      await db.updateTable('skills').set({ category_chosen: 1 }).where('id', '=', skill.id).execute();
    return skill;
  }
  const changed = await db
    .updateTable('skills')
    .set({
      ...asChosen(change),
      ...(change.category && { tokens: withCategory(skill.tokens, skill.category, change.category) }),
      updated_at: act.now,
    })
    .where('id', '=', skill.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const event of changeEvents(changed, fields)) await record(db, event, act);
  return changed;
}

/** What happened to a skill that is this row now, by the fields that changed. */
export function changeEvents(
  { id: skill, ...row }: Pick<SkillRow, 'id' | keyof SkillChange>,
  fields: (keyof SkillChange)[],
): Event[] {
  const events: Event[] = [];
  if (fields.includes('visibility'))
    events.push({ kind: row.visibility === 'public' ? 'skill.made_public' : 'skill.made_private', skill });
  if (fields.includes('deprecated'))
    events.push(
      row.deprecated
        ? { kind: 'skill.deprecated', skill, message: row.deprecation_message }
        : { kind: 'skill.undeprecated', skill },
    );
  const others = fields.filter(
    (field) => field === 'category' || (field === 'deprecation_message' && !fields.includes('deprecated')),
  );
  return others.length > 0 ? [...events, { kind: 'skill.changed', skill, fields: others }] : events;
}
