import { follow } from '../store/follows.ts';
import { viewOf } from '../store/view.ts';
import { followable, followingOf } from './followable.ts';
import type { Writer } from './writing.ts';

export const followProfile: Writer<'followProfile'> = ({ engine, caller, now }, { author }) =>
  engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const followed = await followable(view, caller.profileId, author);
    await follow(db, caller.profileId, followed.id, now());
    return { status: 200, record: await followingOf(view, followed, true) };
  });
