/** Skills that someone else publishes elsewhere, kept here as a copy. */

import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import { withLicense } from '../schema/facets.ts';
import type { SkillRow } from '../schema/tables.ts';
import { groupOf } from './latest.ts';
import type { Authorship } from './versions.ts';

/** Where a mirrored skill is from, and the SPDX expression of its licence. */
export interface ImportSource {
  /** Where people read it; empty where that isn't known. */
  url: string;
  license: string;
}

/** Nobody signs a copy: what its author may have signed elsewhere says nothing about who put it here. */
export const importedAuthorship: Authorship = {
  signature_status: 'mirrored',
  statement: '',
  signature: '',
  key_id: null,
  signer: '',
};

/** Resolves to the row as it is then. */
export const noteImportSource = (
  db: Db,
  skill: SkillRow,
  { url, license }: ImportSource,
  act: Act,
): Promise<SkillRow> => setSource(db, skill, { is_mirror: 1, mirror_source_url: url, mirror_license: license }, act);

/** Whoever holds the handle publishes the skill themselves from now on. Resolves to the row as it is then. */
export const forgetImportSource = (db: Db, skill: SkillRow, act: Act): Promise<SkillRow> =>
  setSource(db, skill, { is_mirror: 0, mirror_source_url: '', mirror_license: '' }, act);

type Source = Pick<SkillRow, 'is_mirror' | 'mirror_source_url' | 'mirror_license'>;

/** A skill without a version is nothing yet that could change. */
async function setSource(
  db: Db,
  { id, version_count, license, traits }: SkillRow,
  source: Source,
  act: Act,
): Promise<SkillRow> {
  const row = await db
    .updateTable('skills')
    .set({ ...source, traits: withLicense(traits, groupOf({ ...source, license })), updated_at: act.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (version_count > 0) await record(db, { kind: 'skill.changed', skill: id, fields: Object.keys(source) }, act);
  return row;
}

/**
 * Whether a profile only stands for an author who is elsewhere: it has skills, all of them mirrored, and nobody ever
 * could act as it, by a passkey, a token, an identity, a key, or as a member of a team.
 */
export async function isImportedProfile(db: Db, profileId: number): Promise<boolean> {
  const skills = db.selectFrom('skills').where('owner_id', '=', profileId).select('id');
  if (!(await skills.where('is_mirror', '=', 1).executeTakeFirst())) return false;
  if (await skills.where('is_mirror', '=', 0).executeTakeFirst()) return false;
  for (const table of ['passkeys', 'tokens', 'identities', 'author_keys', 'devices'] as const) {
    if (await db.selectFrom(table).where('profile_id', '=', profileId).select('profile_id').executeTakeFirst()) {
      return false;
    }
  }
  const members = db.selectFrom('team_members').where('team_id', '=', profileId).select('team_id');
  return (await members.executeTakeFirst()) === undefined;
}

/** Whether a skill is noted with this licence and as being from this place, at whatever commit. */
export const isFrom = (skill: SkillRow, { url, license }: ImportSource): boolean =>
  skill.is_mirror === 1 &&
  skill.mirror_license === license &&
  withoutCommit(skill.mirror_source_url) === withoutCommit(url);

const withoutCommit = (url: string): string => url.replace(/\/(?:[0-9a-f]{40}|[0-9a-f]{64})(?=\/|$)/, '');
