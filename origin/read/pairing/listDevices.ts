import { ApiError } from '../../contract/errors.ts';
import { devicesOf } from '../../store/access/devices.ts';
import type { Loader } from '../reading.ts';

export const listDevices: Loader<'listDevices'> = async ({ view: { caller, db } }) => {
  if (!caller) throw new ApiError('unauthorized');
  return { devices: await devicesOf(db, caller.profileId) };
};
