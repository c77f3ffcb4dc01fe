/** Who wrote a version, as far as a signature shows it (CONTRACT.md, Signatures). */

import { signatureNamespaces } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import type { Site } from '../../read/reading.ts';
import type { Said } from '../../scan/reader/readerProcess.ts';
import { checkSignature } from '../../signing/sshsig.ts';
import { checkStatement, type Statement } from '../../signing/statement.ts';
import type { Db } from '../../store/engine/engine.ts';
import { type KeyRow, keysOf, settleKeys } from '../../store/people/keys.ts';
import type { ProfileRow, VersionRow } from '../../store/schema/tables.ts';
import type { Authorship } from '../../store/skills/versions.ts';

/** What a publisher signed, and the armored SSHSIG over it. */
export interface Signed {
  statement: string;
  signature: string;
}

/** Undefined where nobody signed; archives carry no signature. Errors: `malformed_body` for one half of it. */
export function signedIn({ statement, signature }: Said): Signed | undefined {
  if (statement !== undefined && signature !== undefined) return { statement, signature };
  if (statement === undefined && signature === undefined) return undefined;
  const missing = statement === undefined ? 'statement' : 'signature';
  throw new ApiError('malformed_body', `"${missing}" is missing: a statement and its signature come together.`, {
    field: missing,
  });
}

/** What a signature of this version has to be over, whether anyone signed it or not. */
export const statementFor = (
  { originUrl }: Site,
  address: { author: string; slug: string },
  version: Pick<VersionRow, 'label' | 'hash'>,
  before: Pick<VersionRow, 'hash'> | undefined,
): Statement => ({
  registry: originUrl,
  skill_id: skillId.format({ author: address.author, slug: address.slug }),
  version_label: version.label,
  hash: version.hash,
  prev_hash: before?.hash ?? '',
});

/** The keys of a profile as they are now; none where nobody signed. */
export async function keysFor(db: Db, owner: ProfileRow, signed: Signed | undefined, now: number): Promise<KeyRow[]> {
  if (!signed) return [];
  await settleKeys(db, now, owner.id);
  return keysOf(db, owner.id);
}

/**
 * Judges the signature of a version that `owner`, who has these keys, publishes now: only what verifies by a key that is
 * bound at this moment is `verified`. Errors: `signature_invalid`.
 */
export function authorshipOf(
  { originUrl, mirrorUrl }: Site,
  { owner, keys }: { owner: ProfileRow; keys: readonly KeyRow[] },
  expected: Statement,
  signed: Signed | undefined,
): Authorship {
  if (!signed) return { signature_status: 'unsigned', statement: '', signature: '', key_id: null, signer: '' };
  checkStatement(signed.statement, expected, [originUrl, mirrorUrl]);
  const made = checkSignature(signed.signature, {
    field: 'signature',
    message: signed.statement,
    namespace: signatureNamespaces.publish,
  });
  const key = keys.find((one) => one.public_key === made.text);
  if (key?.status === 'bound')
    return { ...signed, signature_status: 'verified', key_id: key.id, signer: key.fingerprint };
  if (key?.status === 'revoked') return { ...signed, signature_status: 'key_revoked', key_id: key.id, signer: '' };
  const bound = keys.find((one) => one.status === 'bound');
  throw new ApiError('signature_invalid', `${made.fingerprint} ${whyNot(owner, key)}. ${remedy(owner, bound)}`, {
    field: 'signature',
    fingerprint: made.fingerprint,
  });
}

function whyNot({ handle }: ProfileRow, key: KeyRow | undefined): string {
  if (!key) return `is not a key of ${handle}`;
  if (key.status === 'replaced') return `was replaced by a newer key of ${handle}`;
  return `does not take effect for ${handle} before ${new Date(key.bound_at * 1000).toISOString()}`;
}

const remedy = ({ handle }: ProfileRow, bound: KeyRow | undefined): string =>
  bound
    ? `Sign with the active key, ${bound.fingerprint}.`
    : `Add a key with PUT /profiles/${handle}/key, or publish without a signature.`;
