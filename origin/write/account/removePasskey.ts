import { ApiError } from '../../contract/errors.ts';
import { issuersOf } from '../../store/access/identities.ts';
import { countPasskeys, deletePasskey, passkeyById } from '../../store/access/passkeys.ts';
import type { Db } from '../../store/engine/engine.ts';
import type { SignIn, Writer } from '../writing.ts';

export const removePasskey: Writer<'removePasskey'> = async ({ engine, signIn, caller }, { passkey: id }) =>
  engine.write(async (db) => {
    const passkey = await passkeyById(db, id);
    if (passkey?.profile_id !== caller.profileId) throw new ApiError('not_found', 'Your account has no such passkey.');
    if ((await countPasskeys(db, caller.profileId)) === 1 && !(await hasProvider(db, signIn, caller.profileId)))
      throw new ApiError('conflict', 'This passkey is your only way to sign in. Add another one first.');
    await deletePasskey(db, id);
    return { status: 200, record: { id, removed: true } };
  });

/** Whether the account is linked to the provider that one can sign in with today. */
async function hasProvider(db: Db, { oidc }: SignIn, profileId: number): Promise<boolean> {
  const issuers = oidc ? await issuersOf(db, profileId) : [];
  return issuers.some((issuer) => URL.canParse(issuer) && new URL(issuer).href === new URL(oidc?.issuer ?? '').href);
}
