/** What a witness signs (C2SP tlog-cosignature, Ed25519 signed message). */
import { sign, verify } from 'node:crypto';
import { parseCheckpoint } from './checkpoint.ts';
import { cosignatureKey, type Signer, type Verifier } from './key.ts';
import type { Signature } from './signatureLine.ts';

const timeLength = 8;
const signatureLength = 64;

/**
 * A witness’s signature: that of this log it has observed no later checkpoint as of `time`, in seconds since 1970.
 * `text` is the checkpoint’s, without signatures. Throws LogError for another text, RangeError for another time or key.
 */
export function cosign(text: string, signer: Signer, time: number): Signature {
  parseCheckpoint(text);
  if (text.includes('\n\n')) throw new RangeError('Only the text is cosigned, without signatures.');
  if (signer.type !== cosignatureKey) throw new RangeError('The key is not one for cosignatures.');
  if (!Number.isSafeInteger(time) || time < 1) throw new RangeError('The time is in whole seconds since 1970.');
  const stamp = Buffer.alloc(timeLength);
  stamp.writeBigUInt64BE(BigInt(time));
  const bytes = Buffer.concat([stamp, sign(null, message(text, time), signer.privateKey)]);
  return { name: signer.name, keyId: signer.keyId, bytes };
}

/** The time of a cosignature that verifies over this text, in seconds since 1970. Undefined if it does not verify. */
export function cosignedAt(text: string, verifier: Verifier, bytes: Buffer): number | undefined {
  if (bytes.length !== timeLength + signatureLength) return undefined;
  const time = Number(bytes.readBigUInt64BE());
  const isSound = Number.isSafeInteger(time) && time > 0;
  const made = bytes.subarray(timeLength);
  return isSound && verify(null, message(text, time), verifier.publicKey, made) ? time : undefined;
}

const message = (text: string, time: number) => Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
