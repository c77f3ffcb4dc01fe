import { ApiError } from '../../contract/errors.ts';
import { removeDevice as remove } from '../../store/access/devices.ts';
import type { Writer } from '../writing.ts';

export const removeDevice: Writer<'removeDevice'> = ({ engine, caller, now }, { id }) =>
  engine.write(async (db) => {
    if (!(await remove(db, caller.profileId, Number(id), now())))
      throw new ApiError('not_found', `You have no device ${id}. List your devices to see their ids.`);
    return { status: 200, record: { id, removed: true } };
  });
