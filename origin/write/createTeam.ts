import { ApiError } from '../contract/errors.ts';
import { profileRecord } from '../read/getProfile.ts';
import { createProfile, profileById } from '../store/people.ts';
import { putMember } from '../store/teams.ts';
import { viewOf } from '../store/view.ts';
import type { Writer } from './writing.ts';

export const createTeam: Writer<'createTeam'> = ({ engine, caller, now }, _, { json }) =>
  engine.write(async (db) => {
    const founder = await profileById(db, caller.profileId);
    if (founder.handle === null) {
      throw new ApiError('forbidden', 'Claim a handle of your own first: a team names its members by theirs.');
    }
    const { handle, displayName } = json;
    const team = await createProfile(db, { kind: 'team', handle, ...(displayName && { displayName }) }, now());
    await putMember(db, team, founder, 'owner', now());
    return { status: 201, record: await profileRecord(viewOf(engine, caller, db), team) };
  });
