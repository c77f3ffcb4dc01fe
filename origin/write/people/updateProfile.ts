import { profileRecord } from '../../read/public/getProfile.ts';
import { changeProfile } from '../../store/people/profiles.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

/** For one's own profile, or a team's that one owns. The picture is never fetched here: it is shown, by its address. */
export const updateProfile: Writer<'updateProfile'> = ({ engine, caller }, _, { json }) =>
  engine.write(async (db, { id }) => {
    const { displayName, bio, avatarUrl } = json;
    const profile = await changeProfile(db, id, {
      ...(displayName !== undefined && { display_name: displayName }),
      ...(bio !== undefined && { bio }),
      ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
    });
    return { status: 200, record: await profileRecord(viewOf(engine, caller, db), profile) };
  });
