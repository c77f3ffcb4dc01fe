import { changeableKits, subscribedKits } from '../../store/kits/ownKits.ts';
import type { Loader } from '../reading.ts';

export const listOwnKits: Loader<'listOwnKits'> = async ({ view }) => {
  const { profileId } = view.caller;
  return { own: await changeableKits(view, profileId), subscribed: await subscribedKits(view, profileId) };
};
