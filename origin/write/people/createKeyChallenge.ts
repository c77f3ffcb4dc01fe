import { signatureNamespaces } from '../../contract/access.ts';
import { createKeyChallengeText } from '../../store/people/keyChallenges.ts';
import type { Writer } from '../writing.ts';

/** One text a profile is open at a time: a new one takes the place of the one before. */
export const createKeyChallenge: Writer<'createKeyChallenge'> = ({ engine, site, now }) =>
  engine.write(async (db, profile) => {
    const { text, expiresAt } = await createKeyChallengeText(db, profile, site.originUrl, now());
    return {
      status: 201,
      record: { challenge: text, namespace: signatureNamespaces.key, expires_at: expiresAt },
    };
  });
