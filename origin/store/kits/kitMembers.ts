/**
 * What kits hold. `version` and `updated_at` tell what everyone could see of a kit: whatever is done with a
 * member that is private, hidden or gone moves neither, or a public kit would say that there is such a member. That
 * holds for private kits as well, since they may become public later.
 */
import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import { visibleMembers } from '../view.ts';
import { countVersion } from './kitChanges.ts';

interface Member {
  skillId: number;
  /** The row id of the version it is pinned to; null while it follows the latest. */
  versionId: number | null;
  /** What the kit says of it; empty for nothing. */
  note: string;
}

export const memberOf = (db: Db, kitId: number, skillId: number): Promise<Member | undefined> =>
  db
    .selectFrom('kit_skills')
    .select(['skill_id as skillId', 'version_id as versionId', 'note'])
    .where('kit_id', '=', kitId)
    .where('skill_id', '=', skillId)
    .executeTakeFirst();

/** Puts a skill into a kit, or changes its pin or note. */
export async function putMember(db: Db, kitId: number, { skillId, versionId, note }: Member, act: Act): Promise<void> {
  await changeMember(db, kitId, skillId, act.now, () =>
    db
      .insertInto('kit_skills')
      .values({ kit_id: kitId, skill_id: skillId, version_id: versionId, note, added_at: act.now })
      .onConflict((conflict) => conflict.columns(['kit_id', 'skill_id']).doUpdateSet({ version_id: versionId, note }))
      .execute(),
  );
  await record(db, { kind: 'kit.skill_put', kit: kitId, skill: skillId, version: versionId }, act);
}

export async function removeMember(db: Db, kitId: number, skillId: number, act: Act): Promise<void> {
  await changeMember(db, kitId, skillId, act.now, () =>
    db.deleteFrom('kit_skills').where('kit_id', '=', kitId).where('skill_id', '=', skillId).execute(),
  );
  await record(db, { kind: 'kit.skill_removed', kit: kitId, skill: skillId }, act);
}

/** The row id of a member, shown or not, by an address that it has or had; undefined where the kit has none. */
export async function memberAt(db: Db, kitId: number, author: string, slug: string): Promise<number | undefined> {
  const member = await db
    .selectFrom('kit_skills')
    .innerJoin('skills', 'skills.id', 'kit_skills.skill_id')
    .innerJoin('handles', 'handles.profile_id', 'skills.owner_id')
    .select('skills.id')
    .where('kit_skills.kit_id', '=', kitId)
    .where('handles.handle', '=', author)
    .where('skills.slug', '=', slug)
    .executeTakeFirst();
  return member?.id;
}

/** How many members a kit has, whoever sees them. */
export async function countMembers(db: Db, kitId: number): Promise<number> {
  const { members } = await db
    .selectFrom('kit_skills')
    .select((e) => e.fn.countAll<number>().as('members'))
    .where('kit_id', '=', kitId)
    .executeTakeFirstOrThrow();
  return members;
}

async function changeMember(db: Db, kitId: number, skillId: number, now: number, change: () => Promise<unknown>) {
  const before = await shownMember(db, kitId, skillId);
  await change();
  const after = await shownMember(db, kitId, skillId);
  if (before?.version_id !== after?.version_id || before?.note !== after?.note) await countVersion(db, kitId, now);
}

/** What everyone sees of a member, or would see if the kit were public; undefined for nothing. */
const shownMember = (db: Db, kitId: number, skillId: number) =>
  visibleMembers({ db, caller: undefined })
    .select(['kit_skills.version_id', 'kit_skills.note'])
    .where('kit_skills.kit_id', '=', kitId)
    .where('skills.id', '=', skillId)
    .executeTakeFirst();
