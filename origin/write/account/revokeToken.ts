import { ApiError } from '../../contract/errors.ts';
import { revoke } from '../../store/access/ownTokens.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

/** A session may end itself; where that is a browser's, its cookie goes too. */
export const revokeToken: Writer<'revokeToken'> = ({ engine, caller, now }, { id }) =>
  engine.write(async (db) => {
    const rowId = Number(id);
    const revoked = await revoke(viewOf(engine, caller, db), caller, rowId, now());
    if (!revoked) throw new ApiError('not_found', `You have no token ${id}. List your tokens to see their ids.`);
    const endsThisBrowser = revoked.inBrowser && rowId === caller.tokenId;
    return { status: 200, record: { id, revoked: true }, ...(endsThisBrowser && { session: null }) };
  });
