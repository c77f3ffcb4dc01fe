/** One-time links that let a person in: who opens one needs no passkey yet. */

import { ApiError } from '../../../origin/contract/errors.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { createChallenge, dropChallenges } from '../../../origin/store/access/challenges.ts';
import { hasOperator } from '../../../origin/store/people/accounts.ts';
import { profileByHandle } from '../../../origin/store/people/people.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

/** A link that signs its opener in as the holder of a handle, to add a passkey. Errors: `profile_not_found`, `forbidden`. */
export async function linkFor(context: OperatorContext, handle: string): Promise<Outcome> {
  const { text, expiresAt } = await context.engine.write(async (db) => {
    const profile = await profileByHandle(db, handle);
    if (!profile) throw new ApiError('profile_not_found', `Nobody has the handle "${handle}".`);
    if (profile.kind === 'team')
      throw new ApiError(
        'forbidden',
        `"${handle}" is a team, and only people can sign in. Create a link for one of its owners.`,
      );
    return createChallenge(db, { purpose: 'sign-in-link', profileId: profile.id }, context.now());
  });
  const url = addressOf(context, text);
  return {
    text: `${url}\n\nSigns in as ${handle}, once, until ${new Date(expiresAt * 1000).toISOString()}. Add a passkey within ten minutes of opening it.`,
    json: { handle, url, expires_at: expiresAt },
  };
}

/**
 * While the registry has no operator, a one-time link that makes its first user an operator; undefined once it has. No
 * link that was made before works any more.
 */
export async function operatorLink(context: OperatorContext): Promise<string | undefined> {
  return context.engine.write(async (db) => {
    await dropChallenges(db, 'operator-link');
    if (await hasOperator(db)) return undefined;
    const { text } = await createChallenge(db, { purpose: 'operator-link' }, context.now());
    return addressOf(context, text);
  });
}

/** In the fragment, which browsers send to nobody: it stands in no log of a server. */
const addressOf = ({ settings }: OperatorContext, code: string): string =>
  `${settings.site.mirrorUrl}${pages.signInPage.path}#code=${code}`;
