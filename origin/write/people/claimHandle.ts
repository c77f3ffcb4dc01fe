import { ApiError } from '../../contract/errors.ts';
import { profileRecord } from '../../read/public/getProfile.ts';
import { rests, takeHandle } from '../../store/people/handles.ts';
import { profileById } from '../../store/people/people.ts';
import { describeProfile } from '../../store/people/profiles.ts';
import { viewOf } from '../../store/view.ts';
import { spend } from '../spend.ts';
import { actOf, type BodyOf, type Writer } from '../writing.ts';

/**
 * For the caller's own profile alone. With `release` the handle held until now is given up in the same transaction, and
 * whatever is the caller's stays theirs under the new one. One that they gave up before is no new one, but a move: each
 * renames all that stands below it. A team keeps the handle it was founded with.
 */
export const claimHandle: Writer<'claimHandle'> = (writing, _, { json }) => {
  const { engine, caller } = writing;
  return engine.write(async (db) => {
    const { handle: held } = await profileById(db, caller.profileId);
    checkRelease(held, json);
    const isBack = await rests(db, caller.profileId, json.handle);
    const claimed = await takeHandle(db, caller.profileId, json.handle, actOf(writing));
    await spend(db, writing, { moves: 1, handles: isBack ? 0 : 1 });
    const profile = json.displayName
      ? await describeProfile(db, caller.profileId, { display_name: json.displayName }, actOf(writing))
      : claimed;
    return { status: 201, record: await profileRecord(viewOf(engine, caller, db), profile) };
  });
};

/** A handle is given up by its name alone, since addresses with it stop working. Errors: `conflict`. */
function checkRelease(held: string | null, { handle, release }: BodyOf<'claimHandle'>['json']): void {
  const refuse = (why: string) => new ApiError('conflict', why, { held: held ?? '' });
  if (held === null && release !== undefined)
    throw refuse(`You have no handle yet. Claim "${handle}" without "release".`);
  if (held === null) return;
  if (handle === held) throw refuse(`You already have the handle "${held}".`);
  if (release === undefined) {
    throw refuse(
      `Your handle is "${held}". To change it to "${handle}", also send "release": "${held}". Nobody else can claim the old one.`,
    );
  }
  if (release !== held) throw refuse(`Your handle is "${held}", so you can’t release "${release}".`);
}
