import { devicesOf } from '../../store/access/devices.ts';
import type { Loader } from '../reading.ts';

export const listDevices: Loader<'listDevices'> = async ({ view: { caller, db } }) => {
  return { devices: await devicesOf(db, caller.profileId) };
};
