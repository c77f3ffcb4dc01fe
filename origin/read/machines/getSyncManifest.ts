import { ApiError } from '../../contract/errors.ts';
import { syncEntries } from '../../store/library/sync.ts';
import type { Loader } from '../reading.ts';

export const getSyncManifest: Loader<'getSyncManifest'> = async ({ view }) => {
  if (!view.caller) throw new ApiError('unauthorized');
  return { skills: await syncEntries(view, view.caller) };
};
