/** The writing side of libraries. `install_count` of a skill is the number of libraries that hold it. */
import type { Db } from '../engine/engine.ts';
import { changedFields } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { LibraryRow, VersionRow } from '../schema/tables.ts';
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

/** Approves a version for a person's devices, instead of the one approved before. The same again changes nothing. */
export async function approve(db: Db, approval: Approval, now: number): Promise<void> {
  const { profileId, skillId, versionId, pinned, autoApprove } = approval;
  const known = await entryOf(db, profileId, skillId);
  const entry = {
    version_id: versionId,
    pinned: flag(pinned, known?.pinned),
    auto_approve: flag(autoApprove, known?.auto_approve),
    // Approved now, it is skipped no longer.
    skipped_version_id: known?.skipped_version_id === versionId ? null : (known?.skipped_version_id ?? null),
  };
  if (known && changedFields(known, entry).length === 0) return;
  if (known) {
    await db
      .updateTable('library')
      .set(entry)
      .where('profile_id', '=', profileId)
      .where('skill_id', '=', skillId)
      .execute();
  } else {
    const shown = (await isShown(db, profileId)) ? 1 : 0;
    await db
      .insertInto('library')
      .values({ ...entry, profile_id: profileId, skill_id: skillId, shown, added_at: now })
      .execute();
    await countInstalls(db, skillId, 1);
  }
  const said = { profile: profileId, skill: skillId, version: versionId, isNew: !known };
  await record(db, { kind: 'library.approved', ...said }, { by: profileId, now });
}

/** Offers a version no longer; with null, offers again what was skipped. The same again changes nothing. */
export async function skip(db: Db, entry: LibraryRow, version: number | null, now: number): Promise<void> {
  const { profile_id: profile, skill_id: skill, skipped_version_id } = entry;
  if (skipped_version_id === version) return;
  await db
    .updateTable('library')
    .set({ skipped_version_id: version })
    .where('profile_id', '=', profile)
    .where('skill_id', '=', skill)
    .execute();
  await record(db, { kind: 'library.skipped', profile, skill, version }, { by: profile, now });
}

/** Takes an entry away, which has to be there. */
export async function removeEntry(db: Db, profileId: number, skillId: number, now: number): Promise<void> {
  await db.deleteFrom('library').where('profile_id', '=', profileId).where('skill_id', '=', skillId).execute();
  await countInstalls(db, skillId, -1);
  await record(db, { kind: 'library.removed', profile: profileId, skill: skillId }, { by: profileId, now });
}

/** Approves a skill's latest version for everyone who lets that happen by itself, and did not skip that version. */
export async function approveByItself(
  db: Db,
  { id: version, skill_id: skill }: Pick<VersionRow, 'id' | 'skill_id'>,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('library')
    .set({ version_id: version })
    .where('skill_id', '=', skill)
    .where('auto_approve', '=', 1)
    .where('pinned', '=', 0)
    .where('version_id', 'is distinct from', version)
    .where('skipped_version_id', 'is distinct from', version)
    .executeTakeFirstOrThrow();
  const libraries = Number(numUpdatedRows);
  if (libraries > 0) await record(db, { kind: 'version.auto_approved', skill, version, libraries }, { by: null, now });
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
}

const flag = (said: boolean | undefined, known: 0 | 1 = 0): 0 | 1 => (said === undefined ? known : said ? 1 : 0);
