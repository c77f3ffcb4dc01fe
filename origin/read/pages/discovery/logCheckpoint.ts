import { ApiError } from '../../../contract/errors.ts';
import { newestCheckpoint } from '../../../store/log/read.ts';
import type { PageLoader } from '../page.ts';

/** The newest signed head of the log (C2SP, tlog-checkpoint). Errors: `not_found` before there is one. */
export const logCheckpoint: PageLoader<'logCheckpoint'> = async ({ view }) => {
  const note = await newestCheckpoint(view.db);
  if (!note) throw new ApiError('not_found', 'This registry keeps no transparency log yet.');
  return note;
};
