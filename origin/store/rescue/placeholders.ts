/**
 * What actions in force are against, and nobody was shown: suspended accounts, hidden skills, versions that are gone. Each
 * gets a row without content, so that its name stays taken and the action has something to be lifted from.
 */
import { digitsOf } from '../../contract/grammar/grammar.ts';
import { type Target, target } from '../../contract/grammar/ids.ts';
import type { Db } from '../engine/engine.ts';
import { statusOf } from '../moderation/moderation.ts';
import { createAccount, profileByHandle } from '../people/people.ts';
import { changeProfile } from '../people/profiles.ts';
import type { ModerationActionRow } from '../schema/tables.ts';
import { createSkill, newSkill } from '../skills/skillChanges.ts';
import { addTombstone, skillIdOf } from './tombstones.ts';

/** Says of each action what it is against; returns the names of what it made for that. `now`: Unix seconds. */
export async function placeActions(db: Db, now: number): Promise<string[]> {
  const actions = await db.selectFrom('moderation_actions').select(['id', 'target', 'action']).orderBy('id').execute();
  const made: string[] = [];
  const place = placing(
    db,
    now,
    Map.groupBy(actions, (row) => row.target),
    (name) => made.push(name),
  );
  // Accounts first, then skills: what is theirs is found by them.
  const named = actions.flatMap((row) => {
    const against = target.parse(row.target);
    return against ? [{ id: row.id, against }] : [];
  });
  for (const kind of ['profile', 'skill', 'version'] as const)
    for (const { id, against } of named.filter(({ against }) => against.kind === kind))
      await db
        .updateTable('moderation_actions')
        .set({ target_kind: kind, target_id: await place(against) })
        .where('id', '=', id)
        .execute();
  return made;
}

type InForce = ReadonlyMap<string, Pick<ModerationActionRow, 'action'>[]>;

/** Finds the row of a target, or makes it. */
function placing(db: Db, now: number, inForce: InForce, onMade: (name: string) => void) {
  const statusUnder = (name: string) => statusOf((inForce.get(name) ?? []).map(({ action }) => action));

  const profile = async (handle: string): Promise<number> => {
    const known = await profileByHandle(db, handle);
    if (known) return known.id;
    const { id } = await createAccount(db, {}, now);
    const moderation_status = statusUnder(handle);
    // Who is seen now, and was not in the mirror, gave the handle up.
    if (moderation_status !== 'none') await changeProfile(db, id, { handle, display_name: handle, moderation_status });
    onMade(handle);
    return id;
  };

  const skill = async (author: string, slug: string): Promise<number> => {
    const ownerId = await profile(author);
    const known = await db
      .selectFrom('skills')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (known) return known.id;
    const name = target.format({ kind: 'skill', author, slug });
    const id = await skillIdOf(db, name);
    const row = { id, ownerId, isOwnerShown: false, author, slug, category: 'other', isSuggested: true } as const;
    const moderation_status = statusUnder(name);
    await createSkill(db, newSkill({ ...row, visibility: 'public' }, now));
    await db.updateTable('skills').set({ moderation_status }).where('id', '=', id).execute();
    onMade(name);
    return id;
  };

  return async (against: Target): Promise<number> => {
    if (against.kind === 'profile') return profile(against.author);
    const skillId = await skill(against.author, against.slug);
    if (against.kind === 'skill') return skillId;
    const known = await db
      .selectFrom('versions')
      .select('id')
      .where('skill_id', '=', skillId)
      .where('hash', '=', against.hash)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const { hash } = against;
    return known?.id ?? addTombstone(db, { skill: skillId, hash, label: digitsOf(hash).slice(0, 16), at: now });
  };
}
