import { ApiError } from '../../contract/errors.ts';
import { accountRecord } from '../../read/account/getAccount.ts';
import { takeChallenge } from '../../store/access/challenges.ts';
import { checkRecent } from '../../store/access/tokens.ts';
import { makeOperator } from '../../store/people/accounts.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';
import { openSession } from './openSession.ts';

/**
 * A refusal leaves the code as it was: who has to sign in, or to confirm, can redeem it after that. The row can't say
 * `recent`: only one of the two kinds of links does what lasts, and which one it is stands in the code.
 */
export const redeemLink: Writer<'redeemLink'> = async (writing, _, { json: { code } }) => {
  const { engine, caller, now } = writing;
  return engine.write(async (db) => {
    const toSignIn = await takeChallenge(db, 'sign-in-link', code, now());
    if (toSignIn?.profileId) return { status: 200, ...(await openSession(db, writing, toSignIn.profileId)) };
    if (!(await takeChallenge(db, 'operator-link', code, now())))
      throw new ApiError('forbidden', 'This link is not valid or has expired. Ask for a new one.');
    if (!caller) throw new ApiError('unauthorized', 'Sign in or create an account, then open this link again.');
    checkRecent(caller);
    await makeOperator(db, caller.profileId, now());
    return { status: 200, record: await accountRecord(viewOf(engine, caller, db), caller.profileId, now()) };
  });
};
