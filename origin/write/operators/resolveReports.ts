import { resolveReport } from '../../store/operators/cases.ts';
import type { Writer } from '../writing.ts';
import { eachOnItsOwn } from './eachOnItsOwn.ts';

export const resolveReports: Writer<'resolveReports'> = ({ engine, caller, now }, _, { json }) =>
  eachOnItsOwn(engine, json.reports, (db, id) => resolveReport(db, id, caller.profileId, json.reason, now()));
