import { profileRecord } from '../../read/public/getProfile.ts';
import { describeProfile } from '../../store/people/profiles.ts';
import { viewOf } from '../../store/view.ts';
import { actOf, type Writer } from '../writing.ts';

/** For one's own profile, or a team's that one owns. */
export const updateProfile: Writer<'updateProfile'> = (writing, _, { json }) => {
  const { engine, caller } = writing;
  return engine.write(async (db, { id }) => {
    const { displayName, bio } = json;
    const change = {
      ...(displayName !== undefined && { display_name: displayName }),
      ...(bio !== undefined && { bio }),
    };
    const profile = await describeProfile(db, id, change, actOf(writing));
    return { status: 200, record: await profileRecord(viewOf(engine, caller, db), profile) };
  });
};
