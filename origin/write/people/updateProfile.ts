import { profileRecord } from '../../read/public/getProfile.ts';
import { describeProfile } from '../../store/people/profiles.ts';
import { viewOf } from '../../store/view.ts';
import { actOf, type Writer } from '../writing.ts';

/** For one's own profile, or a team's that one owns. The picture is never fetched here: it is shown, by its address. */
export const updateProfile: Writer<'updateProfile'> = (writing, _, { json }) => {
  const { engine, caller } = writing;
  return engine.write(async (db, { id }) => {
    const { displayName, bio, avatarUrl } = json;
    const change = {
      ...(displayName !== undefined && { display_name: displayName }),
      ...(bio !== undefined && { bio }),
      ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
    };
    const profile = await describeProfile(db, id, change, actOf(writing));
    return { status: 200, record: await profileRecord(viewOf(engine, caller, db), profile) };
  });
};
