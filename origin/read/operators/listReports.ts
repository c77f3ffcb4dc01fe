import { openReports } from '../../store/operators/cases.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listReports: Loader<'listReports'> = ({ view: { db } }, input) => {
  checkOffset(input);
  return openReports(db, input);
};
