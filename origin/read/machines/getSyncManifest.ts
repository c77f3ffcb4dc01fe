import { syncEntries } from '../../store/library/sync.ts';
import type { Loader } from '../reading.ts';

export const getSyncManifest: Loader<'getSyncManifest'> = async ({ view }) => {
  return { skills: await syncEntries(view, view.caller) };
};
