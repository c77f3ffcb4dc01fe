import { addAppeal } from '../../store/moderation/appeals.ts';
import type { Writer } from '../writing.ts';

export const appealModerationAction: Writer<'appealModerationAction'> = ({ engine, caller, now }, { id }, { json }) =>
  engine.write(async (db) => ({
    status: 201,
    record: await addAppeal(db, caller.profileId, Number(id), json.message, now()),
  }));
