import { ApiError } from '../../contract/errors.ts';
import { profileRecord } from '../../read/public/getProfile.ts';
import type { Db } from '../../store/engine/engine.ts';
import { endedTeam, takeHandle } from '../../store/people/handles.ts';
import { createProfile, profileById } from '../../store/people/people.ts';
import { putMember, roleIn } from '../../store/people/teams.ts';
import type { ProfileRow } from '../../store/schema/tables.ts';
import { viewOf } from '../../store/view.ts';
import { spend } from '../spend.ts';
import { actOf, type BodyOf, type Writer, type Writing } from '../writing.ts';

export const createTeam: Writer<'createTeam'> = (writing, _, { json }) => {
  const { engine, caller } = writing;
  return engine.write(async (db) => {
    const team = (await foundedAgain(db, writing, json.handle)) ?? (await founded(db, writing, json));
    return { status: 201, record: await profileRecord(viewOf(engine, caller, db), team) };
  });
};

/**
 * The team of this handle where it ended and the caller is an owner of it: it is as it was, name and people included.
 * Errors: `forbidden` while it is suspended.
 */
async function foundedAgain(db: Db, writing: Writing, handle: string): Promise<ProfileRow | undefined> {
  const ended = await endedTeam(db, handle);
  if (!ended || (await roleIn(db, ended.id, writing.caller.profileId)) !== 'owner') return undefined;
  if (ended.moderation_status === 'suspended') throw new ApiError('forbidden', `"${handle}" is suspended.`);
  await spend(db, writing, { moves: 1 });
  return takeHandle(db, ended.id, handle, actOf(writing));
}

async function founded(
  db: Db,
  writing: Writing,
  { handle, displayName }: BodyOf<'createTeam'>['json'],
): Promise<ProfileRow> {
  const { by, now } = actOf(writing);
  const founder = await profileById(db, writing.caller.profileId);
  const team = await createProfile(db, { kind: 'team', handle, by, ...(displayName && { displayName }) }, now);
  await spend(db, writing, { teams: 1 });
  await putMember(db, team, founder, 'owner', { by, now });
  return team;
}
