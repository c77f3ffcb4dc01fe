/** A line of a `.pub` file. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { keyObjectOf, readPublicKey } from '../../../origin/signing/sshKey.ts';
import { newSigner, string } from '../../signer.ts';
import { bytesOf, type Target, taken, textOf } from '../target.ts';

const { publicKey, blob } = newSigner(Buffer.alloc(32, 7));
const line = (bytes: Uint8Array): string => `ssh-ed25519 ${Buffer.from(bytes).toString('base64')} who@where`;
const blobOf = (text: string): Buffer => Buffer.from(text.trim().split(/[ \t]+/)[1] ?? '', 'base64');

export const target: Target = {
  seeds: [
    publicKey,
    line(blob),
    line(Buffer.concat([string('ssh-ed25519'), string(Buffer.alloc(32))])),
    line(Buffer.concat([string('ssh-rsa'), string('x')])),
    '-----BEGIN OPENSSH PRIVATE KEY-----',
  ].map(bytesOf),
  longest: 1024,
  async check(input) {
    const key = await taken(['malformed_body'], () => readPublicKey(textOf(input)));
    if (!key) return false;
    deepStrictEqual(readPublicKey(key.text), key, 'written and read again it differs');
    const bytes = blobOf(key.text);
    const digest = createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '');
    deepStrictEqual(key.fingerprint, `SHA256:${digest}`, 'the fingerprint is another');
    ok(keyObjectOf(bytes).type === 'public', 'no key');
    return true;
  },
  reshape: (input, change) => bytesOf(line(change(blobOf(textOf(input))))),
};
