import type { Output } from '../../contract/operations.ts';
import { accountRecord } from '../../read/account/getAccount.ts';
import { endSession, mintToken } from '../../store/access/tokens.ts';
import type { Db } from '../../store/engine/engine.ts';
import { type Caller, viewOf } from '../../store/view.ts';
import type { Writing } from '../writing.ts';

/** Signs this browser in as an account, and out of whichever it was signed in as. */
export async function openSession(
  db: Db,
  { engine, caller, now }: Writing<Caller | undefined>,
  profileId: number,
): Promise<{ record: Output<'getAccount'>; session: string }> {
  if (caller?.tokenId) await endSession(db, caller.tokenId, now());
  const session = await mintToken(db, { class: 'session', profileId, inBrowser: true }, now());
  return { record: await accountRecord(viewOf(engine, caller, db), profileId, now()), session };
}
