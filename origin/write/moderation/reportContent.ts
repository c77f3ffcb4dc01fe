import { addReport } from '../../store/moderation/appeals.ts';
import { targetNamed } from '../../store/moderation/moderation.ts';
import type { Writer } from '../writing.ts';

/** Only what the reporter can see can be reported. Errors: those of `targetNamed`, `conflict`. */
export const reportContent: Writer<'reportContent'> = ({ engine, caller, now }, _, { json }) =>
  engine.write(async (db) => {
    const target = await targetNamed(db, json.target, caller);
    return { status: 201, record: await addReport(db, caller.profileId, target, json.reason, now()) };
  });
