import { answerAppeal } from '../../store/moderation/appeals.ts';
import type { Writer } from '../writing.ts';

export const resolveAppeal: Writer<'resolveAppeal'> = ({ engine, caller, now }, { id }, { json }) =>
  engine.write(async (db) => {
    return { status: 200, record: await answerAppeal(db, Number(id), { ...json, by: caller.profileId }, now()) };
  });
