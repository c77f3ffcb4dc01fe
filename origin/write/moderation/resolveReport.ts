import { closeReport } from '../../store/moderation/appeals.ts';
import { checkOperator } from '../../store/moderation/moderation.ts';
import type { Writer } from '../writing.ts';

export const resolveReport: Writer<'resolveReport'> = ({ engine, caller, now }, { id }, { json }) =>
  engine.write(async (db) => {
    await checkOperator(db, caller);
    return { status: 200, record: await closeReport(db, Number(id), caller.profileId, json.reason, now()) };
  });
