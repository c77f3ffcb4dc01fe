import { takeAction, targetNamed } from '../../store/moderation/moderation.ts';
import type { Writer } from '../writing.ts';

/** Errors: those of `targetNamed` and of `takeAction`. */
export const takeModerationAction: Writer<'takeModerationAction'> = ({ engine, caller, now }, _, { json }) =>
  engine.write(async (db) => {
    const { action, reason } = json;
    const target = await targetNamed(db, json.target);
    return { status: 201, record: await takeAction(db, target, { action, reason, by: caller.profileId }, now()) };
  });
