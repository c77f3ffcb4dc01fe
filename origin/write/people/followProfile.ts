import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import type { Db } from '../../store/engine/engine.ts';
import { countOthers, follow } from '../../store/people/follows.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';
import { followable, followingOf } from './followable.ts';

export const followProfile: Writer<'followProfile'> = ({ engine, caller, now }, { author }) =>
  engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const followed = await followable(view, caller.profileId, author);
    await checkRoom(db, caller.profileId, followed.id);
    await follow(db, caller.profileId, followed.id, now());
    return { status: 200, record: await followingOf(view, followed, true) };
  });

/** Errors: `conflict`. */
async function checkRoom(db: Db, followerId: number, followedId: number): Promise<void> {
  if ((await countOthers(db, followerId, followedId)) < limits.following) return;
  throw new ApiError('conflict', `You can follow at most ${limits.following} profiles. Unfollow one first.`);
}
