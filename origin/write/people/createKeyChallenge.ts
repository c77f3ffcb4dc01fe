import { signatureNamespaces } from '../../contract/access.ts';
import { createKeyText } from '../../store/people/keyTexts.ts';
import { actingAs } from '../../store/people/teams.ts';
import type { Writer } from '../writing.ts';

/** One text a profile is open at a time: a new one takes the place of the one before. */
export const createKeyChallenge: Writer<'createKeyChallenge'> = ({ engine, site, caller, now }, { author }) =>
  engine.write(async (db) => {
    const profile = await actingAs(db, caller.profileId, author, 'manage');
    const { text, expiresAt } = await createKeyText(db, profile, site.originUrl, now());
    return {
      status: 201,
      record: { challenge: text, namespace: signatureNamespaces.key, expires_at: expiresAt },
    };
  });
