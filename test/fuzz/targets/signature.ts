/** An armored SSHSIG: nothing but what the key signed verifies. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { checkSignature } from '../../../origin/signing/sshsig.ts';
import { armored, newSigner } from '../../signer.ts';
import { accepts, hasSshKeygen } from '../../sshKeygen.ts';
import { bytesOf, type Target, taken, textOf } from '../target.ts';

const [message, namespace] = ['What was signed.', 'file'];
const signer = newSigner(Buffer.alloc(32, 7));
const signatures = [
  signer.sign(message, namespace),
  signer.sign(message, namespace, { hash: 'sha256' }),
  signer.sign(message, namespace, { reserved: 'r' }),
];
const twisted = [
  signer.sign(`${message}\n`, namespace),
  signer.sign(message, 'other'),
  signer.sign(message, namespace, { version: 2 }),
  signer.sign(message, namespace, { after: 'x' }),
  signer.sign(message, namespace, { afterBytes: 'x' }),
  signer.sign(message, namespace, { algorithm: 'rsa' }),
];
const blobOf = (text: string): Buffer => Buffer.from(text.replace(/-----[A-Z ]+-----/g, ''), 'base64');
const signed = signatures.map((signature) => blobOf(signature).toString('hex'));

export const target: Target = {
  seeds: [...signatures, ...twisted].map(bytesOf),
  longest: 4096,
  words: ['-----BEGIN SSH SIGNATURE-----', '-----END SSH SIGNATURE-----', 'SSHSIG', 'AAAA', '==', '\r\n'],
  async check(input) {
    const text = textOf(input);
    const key = await taken(['signature_invalid'], () => checkSignature(text, { field: 'f', message, namespace }));
    if (!key) return false;
    deepStrictEqual(key.text, signer.publicKey, 'another key verifies');
    ok(signed.includes(blobOf(text).toString('hex')), 'something verifies that was not signed');
    const other = await taken(['signature_invalid'], () =>
      checkSignature(text, { field: 'f', message: 'x', namespace }),
    );
    deepStrictEqual(other, undefined, 'it verifies another message');
    return true;
  },
  referee(input) {
    // OpenSSH writes nothing into what is reserved, and signs as if nothing were there.
    if (!hasSshKeygen || blobOf(textOf(input)).toString('hex') === signed.at(-1)) return;
    ok(accepts(signer.publicKey, namespace, message, textOf(input)), 'ssh-keygen takes it for none');
  },
  /** Changed below its armor. */
  reshape: (input, change) => bytesOf(armored(change(blobOf(textOf(input))))),
};
