import { keyDelay, signatureNamespaces } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import { readPublicKey, type SshKey } from '../../signing/sshKey.ts';
import { checkSignature } from '../../signing/sshsig.ts';
import type { Db } from '../../store/engine/engine.ts';
import { dropKeyChallenge, keyChallengeOf } from '../../store/people/keyChallenges.ts';
import {
  bindKey,
  type KeyRow,
  keyRecord,
  keysOf,
  otherClaimTo,
  queueKey,
  settleKeys,
} from '../../store/people/keys.ts';
import type { ProfileRow } from '../../store/schema/tables.ts';
import { verifyPasskeyAnswer } from '../account/passkeyAnswer.ts';
import { spend } from '../spend.ts';
import { actOf, type BodyOf, type Writer, type Writing } from '../writing.ts';

type Body = BodyOf<'bindAuthorKey'>['json'];

/**
 * A profile's first key counts at once. After that the key bound until now has to sign for the next one, or the person
 * shows a passkey and the key waits for three days, in which its author can call it off. The text that was signed is
 * used up when this succeeds; a refusal leaves it for another try.
 */
export const bindAuthorKey: Writer<'bindAuthorKey'> = (writing, { author }, { json }) =>
  writing.engine.write(async (db, profile) => {
    const key = readPublicKey(json.public_key);
    await settleKeys(db, writing.now(), profile.id);
    const row = await bind(db, writing, profile, key, json);
    await dropKeyChallenge(db, profile.id);
    return { status: 200, record: keyRecord(author, row) };
  });

async function bind(db: Db, writing: Writing, profile: ProfileRow, key: SshKey, body: Body): Promise<KeyRow> {
  const now = writing.now();
  const text = await keyChallengeOf(db, profile.id, now);
  if (text === undefined) {
    throw new ApiError(
      'signature_invalid',
      `There is no challenge to sign. Get one with POST ${pathOf(profile)}/challenge.`,
    );
  }
  checkProof(body.proof, { field: 'proof', by: key.text }, text);

  const known = await keysOf(db, profile.id);
  const bound = known.find((one) => one.status === 'bound');
  if (bound?.public_key === key.text) return bound;
  await refuseClaimed(db, profile, key);
  await spend(db, writing, { keys: 1 });
  if (known.length === 0) return bindKey(db, profile.id, key, actOf(writing));
  if (bound && body.previous_proof !== undefined) {
    checkProof(body.previous_proof, { field: 'previous_proof', by: bound.public_key }, text);
    return bindKey(db, profile.id, key, actOf(writing));
  }
  if (!body.passkey) throw new ApiError('forbidden', waysToBind(bound));
  if ((await verifyPasskeyAnswer(writing, db, 'confirm', body.passkey, now)) !== writing.caller.profileId) {
    throw new ApiError('forbidden', 'This passkey belongs to another account. Use one of your own.');
  }
  const waiting = known.find((one) => one.status === 'pending' && one.public_key === key.text);
  return waiting ?? queueKey(db, profile.id, key, now + keyDelay, actOf(writing));
}

function checkProof(proof: string, { field, by }: { field: string; by: string }, message: string): void {
  const { text } = checkSignature(proof, { field, message, namespace: signatureNamespaces.key });
  if (text === by) return;
  throw new ApiError('signature_invalid', `"${field}" can’t be used: it was made with another key, not ${by}.`, {
    field,
  });
}

async function refuseClaimed(db: Db, profile: ProfileRow, key: SshKey): Promise<void> {
  const claimed = await otherClaimTo(db, profile.id, key);
  if (!claimed) return;
  const why = claimed.status === 'revoked' ? 'was revoked and can’t be added again' : 'belongs to another profile';
  throw new ApiError('conflict', `This key ${why}. Create a new one with "ssh-keygen -t ed25519".`);
}

function waysToBind(bound: KeyRow | undefined): string {
  const first = bound
    ? 'You already have a key. Send "previous_proof", the same challenge signed with that key, to switch at once; or'
    : 'You had a key that was revoked, so';
  const passkey = '"passkey", an answer of one of your passkeys to POST /passkeys/challenge with purpose "confirm"';
  return `${first} send ${passkey}: the new key takes effect after ${keyDelay / 3600} hours.`;
}

const pathOf = (profile: ProfileRow): string => `/profiles/${profile.handle}/key`;
