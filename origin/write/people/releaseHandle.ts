import * as handles from '../../store/people/handles.ts';
import { actOf, type Writer } from '../writing.ts';

/**
 * For the caller's own handle, or a team's that they own. A person may claim it again, or another, and has everything
 * back. A team ends so, until one of its owners founds it again.
 */
export const releaseHandle: Writer<'releaseHandle'> = (writing, { handle }) =>
  writing.engine.write(async (db, { id }) => {
    await handles.releaseHandle(db, id, actOf(writing));
    return { status: 200, record: { handle, released: true } };
  });
