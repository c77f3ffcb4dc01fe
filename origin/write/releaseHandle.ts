import * as handles from '../store/handles.ts';
import { actingAs } from '../store/teams.ts';
import type { Writer } from './writing.ts';

/**
 * For the caller's own handle, or a team's that they own. A person may claim another and has everything back; a team
 * has no way to one, so this is how a team ends.
 */
export const releaseHandle: Writer<'releaseHandle'> = ({ engine, caller, now }, { handle }) =>
  engine.write(async (db) => {
    const { id } = await actingAs(db, caller.profileId, handle, 'manage');
    await handles.releaseHandle(db, id, now());
    return { status: 200, record: { handle, released: true } };
  });
