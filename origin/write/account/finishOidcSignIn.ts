import { ApiError } from '../../contract/errors.ts';
import { limits, Prose } from '../../contract/fields.ts';
import { accountRecord } from '../../read/account/getAccount.ts';
import { takeChallenge } from '../../store/access/challenges.ts';
import { accountOfIdentity, type Identity, linkIdentity } from '../../store/access/identities.ts';
import { noteProof } from '../../store/access/tokens.ts';
import type { Db } from '../../store/engine/engine.ts';
import { createAccount } from '../../store/people/people.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';
import { identityBehind, notSignedIn, type PendingSignIn, providerOf } from './oidc.ts';
import { openSession } from './openSession.ts';

/**
 * The way back works once, whatever comes of it, in the browser that began it, which kept the secret, and for whom it was
 * begun: for nobody yet, or for the account that is signed in. So nobody can be made to sign in as someone else, or to
 * link someone else's identity; and the address it comes back to, which servers log, is worth nothing by itself. An
 * identity is added to an account only where that was begun; else one that the account has confirms the session.
 */
export const finishOidcSignIn: Writer<'finishOidcSignIn'> = async (writing, _, { json }) => {
  const { engine, signIn, site, caller, now } = writing;
  const provider = providerOf(signIn);
  const begun = await engine.write((db) => takeChallenge(db, 'oidc', json.secret, now()));
  if (!begun || begun.profileId !== (caller?.profileId ?? null)) throw notSignedIn();
  const pending = JSON.parse(begun.payload) as PendingSignIn;
  const identity = await identityBehind(provider, site, new URLSearchParams(json.query), pending);
  return engine.write(async (db) => {
    const known = await accountOfIdentity(db, identity);
    if (!caller)
      return { status: 200, ...(await openSession(db, writing, known ?? (await accountFor(db, identity, now())))) };
    if (pending.links) await linkIdentity(db, identity, caller.profileId);
    else if (known !== caller.profileId) throw new ApiError('forbidden', notYours);
    const record = await accountRecord(viewOf(engine, caller, db), caller.profileId, now());
    return { status: 200, record, ...(!pending.links && { session: await noteProof(db, caller, now()) }) };
  });
};

const notYours =
  'That account does not sign you in here. To add it to yours, use the button in the settings for sign-in; to sign in as it, sign out first.';

/** A new account that this identity signs in as; of what the provider tells, only the name is taken over. */
async function accountFor(db: Db, identity: Identity & { name: string }, now: number): Promise<number> {
  const displayName = Prose(limits.nameLength).safeParse(identity.name).data ?? '';
  const { id } = await createAccount(db, { displayName }, now);
  await linkIdentity(db, identity, id);
  return id;
}
