import { closeReport } from '../../store/moderation/appeals.ts';
import type { Writer } from '../writing.ts';

export const resolveReport: Writer<'resolveReport'> = ({ engine, caller, now }, { id }, { json }) =>
  engine.write(async (db) => {
    return { status: 200, record: await closeReport(db, Number(id), caller.profileId, json.reason, now()) };
  });
