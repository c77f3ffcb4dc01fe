import type { Writer } from '../writing.ts';
import { openSession } from './openSession.ts';
import { verifyPasskeyAnswer } from './passkeyAnswer.ts';

export const signIn: Writer<'signIn'> = (writing, _, { json: { passkey } }) =>
  writing.engine.write(async (db) => {
    const profileId = await verifyPasskeyAnswer(writing, db, 'sign-in', passkey, writing.now());
    return { status: 200, ...(await openSession(db, writing, profileId)) };
  });
