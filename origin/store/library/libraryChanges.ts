/** The writing side of libraries. `install_count` of a skill is the number of libraries that hold it. */

import type { Db } from '../engine/engine.ts';
import { noteChange, noteLibrary } from '../events/changes.ts';
import type { LibraryRow } from '../schema/tables.ts';
import { isShown } from '../view.ts';

/** What a person says of a skill; what they don't name stays, or is false where the entry is new. */
export interface Approval {
  profileId: number;
  skillId: number;
  versionId: number;
  pinned?: boolean | undefined;
  autoApprove?: boolean | undefined;
}

export const entryOf = (db: Db, profileId: number, skillId: number): Promise<LibraryRow | undefined> =>
  db
    .selectFrom('library')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('skill_id', '=', skillId)
    .executeTakeFirst();

/** Approves a version for a person's devices, in the place of the one approved before. */
export async function approve(db: Db, approval: Approval, now: number): Promise<void> {
  const { profileId, skillId, versionId, pinned, autoApprove } = approval;
  await noteLibrary(db, profileId);
  const known = await entryOf(db, profileId, skillId);
  const entry = {
    version_id: versionId,
    pinned: flag(pinned, known?.pinned),
    auto_approve: flag(autoApprove, known?.auto_approve),
  };
  if (known) {
    await db
      .updateTable('library')
      .set(entry)
      .where('profile_id', '=', profileId)
      .where('skill_id', '=', skillId)
      .execute();
    return;
  }
  const shown = (await isShown(db, profileId)) ? 1 : 0;
  await db
    .insertInto('library')
    .values({ ...entry, profile_id: profileId, skill_id: skillId, shown, added_at: now })
    .execute();
  await countInstalls(db, skillId, 1);
}

/** Takes an entry away, which has to be there. */
export async function removeEntry(db: Db, profileId: number, skillId: number): Promise<void> {
  await db.deleteFrom('library').where('profile_id', '=', profileId).where('skill_id', '=', skillId).execute();
  await noteLibrary(db, profileId);
  await countInstalls(db, skillId, -1);
}

/** Approves a new version for everyone who lets that happen by itself. It must be the skill's latest, and noted as such. */
export async function approveByItself(db: Db, skillId: number, versionId: number): Promise<void> {
  await db
    .updateTable('library')
    .set({ version_id: versionId })
    .where('skill_id', '=', skillId)
    .where('auto_approve', '=', 1)
    .where('pinned', '=', 0)
    .execute();
}

export async function countEntries(db: Db, profileId: number): Promise<number> {
  const { skills } = await db
    .selectFrom('library')
    .select((e) => e.fn.countAll<number>().as('skills'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return skills;
}

async function countInstalls(db: Db, skillId: number, more: 1 | -1): Promise<void> {
  await db
    .updateTable('skills')
    .set((e) => ({ install_count: e('install_count', '+', more) }))
    .where('id', '=', skillId)
    .execute();
  await noteChange(db, 'skill', skillId);
}

const flag = (said: boolean | undefined, known: 0 | 1 = 0): 0 | 1 => (said === undefined ? known : said ? 1 : 0);
