import * as handles from '../../store/people/handles.ts';
import type { Writer } from '../writing.ts';

/**
 * For the caller's own handle, or a team's that they own. A person may claim it again, or another, and has everything
 * back. A team ends so, until one of its owners founds it again.
 */
export const releaseHandle: Writer<'releaseHandle'> = ({ engine, now }, { handle }) =>
  engine.write(async (db, { id }) => {
    await handles.releaseHandle(db, id, now());
    return { status: 200, record: { handle, released: true } };
  });
