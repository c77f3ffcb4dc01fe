import { endSession } from '../../store/access/tokens.ts';
import type { Writer } from '../writing.ts';

export const signOut: Writer<'signOut'> = async ({ engine, caller: { tokenId }, now }) => {
  if (tokenId !== null) await engine.write((db) => endSession(db, tokenId, now()));
  return { status: 200, record: { signed_out: true }, session: null };
};
