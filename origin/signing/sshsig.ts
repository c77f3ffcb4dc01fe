/** Signatures that `ssh-keygen -Y sign` makes (OpenSSH, PROTOCOL.sshsig; CONTRACT.md, Signatures). */
import { createHash, verify } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { keyObjectOf, keyType, readKeyBlob, type SshKey } from './sshKey.ts';
import { readBase64, readWire, WireError, wireString } from './sshWire.ts';

const magic = 'SSHSIG';
const version = 1;
const hashes = ['sha256', 'sha512'];
const signatureLength = 64;

interface SshSignature {
  key: SshKey;
  keyBlob: Buffer;
  namespace: string;
  reserved: Buffer;
  hash: string;
  /** The 64 bytes of Ed25519. */
  bytes: Buffer;
}

interface Claim {
  /** The field of the request that holds the signature: errors name it. */
  field: string;
  /** What was signed, to the byte. */
  message: string;
  namespace: string;
}

/**
 * The key that made this armored signature over the message. Whose key it is, and whether it counts, is for the caller
 * to judge. Errors: `signature_invalid`, with the reason and `field`.
 */
export function checkSignature(armored: string, { field, message, namespace }: Claim): SshKey {
  const refuse = (why: string) => new ApiError('signature_invalid', `"${field}" can’t be used: ${why}.`, { field });
  let signature: SshSignature;
  try {
    signature = readSignature(armored);
  } catch (error) {
    if (error instanceof WireError) throw refuse(error.message);
    throw error;
  }
  if (signature.namespace !== namespace) {
    throw refuse(`it was made for another namespace; sign with "ssh-keygen -Y sign -n ${namespace}"`);
  }
  if (verifies(signature, message)) return signature.key;
  if (verifies(signature, `${message}\n`)) {
    throw refuse('the signed text ends with a line break that the original does not have; sign it without one');
  }
  throw refuse('it does not verify; sign the exact bytes of the text, and send the signature unchanged');
}

/** Throws `WireError` for whatever is no Ed25519 SSHSIG. */
function readSignature(armored: string): SshSignature {
  const wire = readWire(unarmor(armored));
  if (wire.bytes(magic.length).toString('latin1') !== magic) throw new WireError('it is no SSH signature');
  const its = wire.uint32();
  if (its !== version) throw new WireError(`it is of version ${its}, and only version ${version} is known`);
  const keyBlob = wire.string();
  const key = readKeyBlob(keyBlob);
  const namespace = wire.string().toString('latin1');
  const reserved = wire.string();
  const hash = wire.string().toString('latin1');
  if (!hashes.includes(hash)) throw new WireError(`its hash is neither ${hashes.join(' nor ')}`);
  const inner = readWire(wire.string());
  wire.end();
  if (inner.string().toString('latin1') !== keyType) throw new WireError(`its algorithm is not ${keyType}`);
  const bytes = inner.string();
  inner.end();
  if (bytes.length !== signatureLength) throw new WireError(`it has not ${signatureLength} bytes`);
  return { key, keyBlob, namespace, reserved, hash, bytes };
}

const armor = /^-----BEGIN SSH SIGNATURE-----\r?\n((?:[A-Za-z0-9+/=]+\r?\n)+)-----END SSH SIGNATURE-----$/;

/** Line ends of either kind and space around it are forgiven, nothing within it is. */
function unarmor(text: string): Buffer {
  const lines = armor.exec(text.trim())?.[1];
  if (!lines) throw new WireError('it does not stand between "-----BEGIN SSH SIGNATURE-----" and its END line');
  const blob = readBase64(lines.replace(/[\r\n]/g, ''));
  if (!blob) throw new WireError('its base64 is damaged');
  return blob;
}

function verifies({ keyBlob, namespace, reserved, hash, bytes }: SshSignature, message: string): boolean {
  const digest = createHash(hash).update(message).digest();
  const signed = [Buffer.from(magic), wireString(Buffer.from(namespace, 'latin1'))];
  signed.push(wireString(reserved), wireString(hash), wireString(digest));
  return verify(null, Buffer.concat(signed), keyObjectOf(keyBlob), bytes);
}
