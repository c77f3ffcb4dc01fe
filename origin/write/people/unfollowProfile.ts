import { unfollow } from '../../store/people/follows.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';
import { followable, followingOf } from './followable.ts';

export const unfollowProfile: Writer<'unfollowProfile'> = ({ engine, caller, now }, { author }) =>
  engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const followed = await followable(view, caller.profileId, author);
    await unfollow(db, caller.profileId, followed.id, now());
    return { status: 200, record: await followingOf(view, followed, false) };
  });
