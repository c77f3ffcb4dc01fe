/** Accounts at OpenID Connect providers, and the account here that each signs in as. */
import { ApiError } from '../../contract/errors.ts';
import type { Db } from '../engine/engine.ts';

/** One person at one provider: a provider never gives a subject to another person (OpenID Connect Core, section 2). */
export interface Identity {
  issuer: string;
  subject: string;
}

/** The account that an identity signs in as, or undefined. */
export async function accountOfIdentity(db: Db, { issuer, subject }: Identity): Promise<number | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('profile_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.profile_id;
}

/** Lets an identity sign in as an account; nothing where it does. Errors: `conflict` where it signs in as another. */
export async function linkIdentity(db: Db, identity: Identity, profileId: number): Promise<void> {
  const known = await accountOfIdentity(db, identity);
  if (known === profileId) return;
  if (known !== undefined) throw new ApiError('conflict', 'That sign-in belongs to another account.');
  await db
    .insertInto('identities')
    .values({ issuer: identity.issuer, subject: identity.subject, profile_id: profileId })
    .execute();
}

/** The providers whose identities sign in as an account. */
export async function issuersOf(db: Db, profileId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('identities')
    .select('issuer')
    .distinct()
    .where('profile_id', '=', profileId)
    .orderBy('issuer')
    .execute();
  return rows.map(({ issuer }) => issuer);
}
