/** The writing side of skills themselves: versions.ts adds and withdraws what they hold. */
import type { Category, Visibility } from '../../contract/fields.ts';
import type { Db } from '../engine/engine.ts';
import { type Act, changedFields, type Event } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { SkillRow } from '../schema/tables.ts';
import { skillText, withCategory } from '../search/skillText.ts';
import { isShown } from '../view.ts';
import { refuseSecretsOf } from './scans.ts';
import { shardOf } from './sitemap.ts';

/** The skill's row whether anyone may see it or not: for its owners' writes. */
export const skillBySlug = (db: Db, ownerId: number, slug: string): Promise<SkillRow | undefined> =>
  db.selectFrom('skills').selectAll().where('owner_id', '=', ownerId).where('slug', '=', slug).executeTakeFirst();

/** A skill without versions, which is nothing yet; `author` is its owner's handle. */
export async function createSkill(
  db: Db,
  skill: {
    ownerId: number;
    author: string;
    slug: string;
    category: Category;
    isSuggested: boolean;
    visibility: Visibility;
  },
  now: number,
): Promise<SkillRow> {
  return db
    .insertInto('skills')
    .values({
      owner_id: skill.ownerId,
      owner_shown: (await isShown(db, skill.ownerId)) ? 1 : 0,
      slug: skill.slug,
      name: skill.slug,
      description: '',
      category: skill.category,
      category_chosen: skill.isSuggested ? 0 : 1,
      visibility: skill.visibility,
      latest_version_id: null,
      version_count: 0,
      deprecated: 0,
      deprecation_message: '',
      moderation_status: 'none',
      install_count: 0,
      is_mirror: 0,
      mirror_source_url: '',
      mirror_license: '',
      shard: shardOf(`${skill.author}/${skill.slug}`),
      created_at: now,
      updated_at: now,
      ...skillText({ ...unwritten, slug: skill.slug, name: skill.slug, category: skill.category }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

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
export function changeEvents({ id: skill, ...row }: SkillRow, fields: (keyof SkillChange)[]): Event[] {
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
