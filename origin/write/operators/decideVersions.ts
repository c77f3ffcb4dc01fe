import { decideVersion } from '../../store/operators/decide.ts';
import type { Writer } from '../writing.ts';
import { eachOnItsOwn } from './eachOnItsOwn.ts';

/** What was decided before is not done again. */
export const decideVersions: Writer<'decideVersions'> = ({ engine, caller, now }, _, { json }) => {
  const { decision, reason, versions } = json;
  const deciding = { decision, reason, by: caller.profileId };
  return eachOnItsOwn(engine, versions, (db, target) => decideVersion(db, target, deciding, now()));
};
