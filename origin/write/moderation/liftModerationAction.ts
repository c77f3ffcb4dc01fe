import { liftAction } from '../../store/moderation/moderation.ts';
import type { Writer } from '../writing.ts';

export const liftModerationAction: Writer<'liftModerationAction'> = ({ engine, caller, now }, { id }, { json }) =>
  engine.write(async (db) => {
    const { reason = '' } = json;
    return { status: 200, record: await liftAction(db, Number(id), { reason, by: caller.profileId }, now()) };
  });
