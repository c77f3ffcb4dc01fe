import { openAppeals } from '../../store/operators/cases.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listAppeals: Loader<'listAppeals'> = ({ view: { db } }, input) => {
  checkOffset(input);
  return openAppeals(db, input);
};
