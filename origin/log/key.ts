/** Keys of logs and witnesses (C2SP signed-note, Verifier keys; private keys as in Go’s x/mod/sumdb/note). */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { malformed } from './logError.ts';
import { base64, isPlain, readBase64 } from './spelling.ts';

/** What signs a note: 0x01 Ed25519 over its text; 0x04 the same over a witness’s time and the text (tlog-cosignature). */
export type KeyType = typeof noteKey | typeof cosignatureKey;
export const noteKey = 0x01;
export const cosignatureKey = 0x04;

export interface Verifier {
  name: string;
  /** Tells keys of one name apart, from 0 to 2^32 - 1. It is no proof of anything. */
  keyId: number;
  type: KeyType;
  publicKey: KeyObject;
}

export interface Signer extends Verifier {
  privateKey: KeyObject;
}

/** A key name: not empty, no space and no plus (signed-note, Format). */
export const isKeyName = (name: string): boolean => name !== '' && isPlain(name) && !/[\p{White_Space}+]/u.test(name);

/** A key from `<name>+<key ID, 8 hex digits>+<base64>`. Throws LogError. */
export function parseVerifier(vkey: string): Verifier {
  const { name, keyId, type, bytes } = readParts(vkey, 'verifier key');
  return agreeing({ name, type, publicKey: publicKeyOf(bytes) }, keyId);
}

/** `<name>+<key ID>+<base64>`, without a line break. */
export const verifierText = (verifier: Verifier): string =>
  `${verifier.name}+${hex(verifier.keyId)}+${base64(keyBytes(verifier.type, verifier.publicKey))}`;

/** A new key. Throws RangeError for what is no key name. */
export function newSigner(name: string, type: KeyType = noteKey): Signer {
  if (!isKeyName(name)) throw new RangeError(`"${name}" is no key name: it must have no space and no plus.`);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { name, type, publicKey, privateKey, keyId: keyIdOf(name, type, publicKey) };
}

const secret = 'PRIVATE+KEY+';

/** A private key from `PRIVATE+KEY+<name>+<key ID>+<base64>`. Throws LogError, which says nothing of the key. */
export function parseSigner(skey: string): Signer {
  if (!skey.startsWith(secret)) throw malformed(`A private key starts with "${secret}".`);
  const { name, keyId, type, bytes } = readParts(skey.slice(secret.length), 'private key');
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, bytes]), format: 'der', type: 'pkcs8' });
  return { ...agreeing({ name, type, publicKey: createPublicKey(privateKey) }, keyId), privateKey };
}

/** `PRIVATE+KEY+<name>+<key ID>+<base64>`, without a line break: a secret. */
export const signerText = ({ name, keyId, type, privateKey }: Signer): string => {
  const { d = '' } = privateKey.export({ format: 'jwk' });
  return `${secret}${name}+${hex(keyId)}+${base64(Buffer.of(type, ...Buffer.from(d, 'base64url')))}`;
};

/** The PKCS #8 around 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function readParts(text: string, what: string) {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(text) ?? [];
  const bytes = readBase64(encoded);
  const type = bytes?.[0];
  if (!isKeyName(name) || !bytes?.length) throw malformed(`The ${what} is not "name+key ID+base64".`);
  if (type !== noteKey && type !== cosignatureKey) throw malformed(`The ${what} is of a type that is not known.`);
  if (bytes.length !== 33) throw malformed(`The ${what} has not 32 bytes.`);
  return { name, keyId: Number.parseInt(id, 16), type: type as KeyType, bytes: bytes.subarray(1) };
}

function agreeing(key: Omit<Verifier, 'keyId'>, keyId: number): Verifier {
  if (keyIdOf(key.name, key.type, key.publicKey) !== keyId) throw malformed('The key ID is not that of the key.');
  return { ...key, keyId };
}

const keyIdOf = (name: string, type: KeyType, publicKey: KeyObject): number =>
  createHash('sha256').update(`${name}\n`).update(keyBytes(type, publicKey)).digest().readUInt32BE();

function publicKeyOf(bytes: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

function keyBytes(type: KeyType, publicKey: KeyObject): Buffer {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.of(type, ...Buffer.from(x, 'base64url'));
}

const hex = (keyId: number) => keyId.toString(16).padStart(8, '0');
