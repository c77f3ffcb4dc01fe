import { heldBack } from '../../store/library/heldBack.ts';
import { syncEntries } from '../../store/library/sync.ts';
import type { Loader } from '../reading.ts';

export const getSyncManifest: Loader<'getSyncManifest'> = async ({ view }) => {
  const skills = await syncEntries(view, view.caller);
  const held = await heldBack(view, view.caller);
  return { skills, ...(held.length > 0 && { held }) };
};
