/** Ed25519 public keys as OpenSSH writes them (RFC 8709, section 4; the form of a `.pub` file is that of sshd(8)). */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { readBase64, readWire, WireError } from './sshWire.ts';

export interface SshKey {
  /** `ssh-ed25519 <base64>`, without the comment: that often names a person or a machine. */
  text: string;
  /** `SHA256:` and base64 without padding, as `ssh-keygen -l` prints it. */
  fingerprint: string;
}

export const keyType = 'ssh-ed25519';
const keyLength = 32;

/** One line as in a `.pub` file, with or without a comment. Errors: `malformed_body`. */
export function readPublicKey(line: string): SshKey {
  const refuse = (why: string) => new ApiError('malformed_body', `"${field}" can’t be used: ${why}.`, { field });
  if (line.includes('PRIVATE KEY-----')) {
    throw refuse(
      'it is a private key. Never send a private key to anyone: create a new key pair, and send the line in its .pub file',
    );
  }
  const [type, encoded = ''] = line.trim().split(/[ \t]+/);
  const blob = readBase64(encoded);
  const whole = `send the one line of a .pub file, "${keyType} AAAA…"`;
  if (!blob?.length || /[\r\n]/.test(line.trim())) throw refuse(whole);
  try {
    const key = readKeyBlob(blob);
    if (type === keyType) return key;
  } catch (error) {
    if (error instanceof WireError) throw refuse(error.message);
    throw error;
  }
  throw refuse(whole);
}

const field = 'public_key';

/** The key in its wire form. Throws `WireError` for whatever is no sound Ed25519 key. */
export function readKeyBlob(blob: Uint8Array): SshKey {
  const wire = readWire(blob);
  const type = wire.string().toString('latin1');
  if (type !== keyType) {
    const named = /^[A-Za-z0-9@.-]{1,64}$/.test(type) ? `of type ${type}` : 'of no known type';
    throw new WireError(`the key is ${named}, and only ${keyType} is taken: make one with "ssh-keygen -t ed25519"`);
  }
  const point = wire.string();
  wire.end();
  if (point.length !== keyLength) throw new WireError(`the key has not ${keyLength} bytes`);
  if (isWeak(point)) throw new WireError('the key is weak: anyone can make signatures that it verifies');
  return {
    text: `${keyType} ${Buffer.from(blob).toString('base64')}`,
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

/** What node verifies with. `blob` must have passed `readKeyBlob`. */
export function keyObjectOf(blob: Uint8Array): KeyObject {
  const x = Buffer.from(blob.subarray(-keyLength)).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

const prime = 2n ** 255n - 19n;
/** The y of every point whose order is 1, 2, 4 or 8. */
const smallOrder = [
  0n,
  1n,
  prime - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
];

/** Points of small order verify signatures that nobody made; a y beyond the prime is a second spelling of a key. */
function isWeak(point: Uint8Array): boolean {
  const y = BigInt(`0x${Buffer.from(point).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  return y >= prime || smallOrder.includes(y);
}
