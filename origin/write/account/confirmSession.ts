import { proofLifetime } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import { noteProof } from '../../store/access/tokens.ts';
import type { Writer } from '../writing.ts';
import { verifyPasskeyAnswer } from './passkeyAnswer.ts';

/** For this session alone, and for a while (`proofLifetime`). */
export const confirmSession: Writer<'confirmSession'> = (writing, _, { json: { passkey } }) =>
  writing.engine.write(async (db) => {
    const { caller, now } = writing;
    if ((await verifyPasskeyAnswer(writing, db, 'confirm', passkey, now())) !== caller.profileId)
      throw new ApiError('forbidden', 'This passkey belongs to another account. Use one of your own.');
    const session = await noteProof(db, caller, now());
    return { status: 200, record: { confirmed_until: now() + proofLifetime }, session };
  });
