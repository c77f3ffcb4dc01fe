import { resolveAppeal } from '../../store/operators/cases.ts';
import type { Writer } from '../writing.ts';
import { eachOnItsOwn } from './eachOnItsOwn.ts';

export const resolveAppeals: Writer<'resolveAppeals'> = ({ engine, caller, now }, _, { json }) => {
  const { granted, reason, appeals } = json;
  const answer = { granted, reason, by: caller.profileId };
  return eachOnItsOwn(engine, appeals, (db, id) => resolveAppeal(db, id, answer, now()));
};
