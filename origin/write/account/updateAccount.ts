import { accountRecord } from '../../read/account/getAccount.ts';
import { enableMcp } from '../../store/people/accounts.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

export const updateAccount: Writer<'updateAccount'> = async ({ engine, caller, now }, _, { json: { mcp_enabled } }) =>
  engine.write(async (db) => {
    await enableMcp(db, caller.profileId, mcp_enabled);
    return { status: 200, record: await accountRecord(viewOf(engine, caller, db), caller.profileId, now()) };
  });
