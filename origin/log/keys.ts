/** Keys of signed notes: Ed25519, as Go's `note` writes them (C2SP, signed-note). */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** What a key signs: notes (0x01), or notes with a time, as a witness does (0x04, C2SP tlog-cosignature). */
export type KeyType = 1 | 4;

export interface Verifier {
  name: string;
  /** The first four bytes of a hash of the key, as a number. */
  id: number;
  type: KeyType;
  key: KeyObject;
  /** 32 bytes. */
  bytes: Buffer;
}

export interface Signer {
  name: string;
  verifier: Verifier;
  key: KeyObject;
  /** 32 bytes. */
  seed: Buffer;
}

/** Not empty, and with neither spaces nor a plus. */
const isName = (name: string): boolean => /^[^\s+\p{C}]+$/u.test(name);

function idOf(name: string, type: KeyType, key: Uint8Array): number {
  const hash = createHash('sha256').update(`${name}\n`).update(Buffer.of(type)).update(key).digest();
  return hash.readUInt32BE(0);
}

const hex = (id: number): string => id.toString(16).padStart(8, '0');

export const base64 = {
  encode: (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64'),
  /** Undefined for what is no base64 in its one canonical form. */
  decode: (text: string): Buffer | undefined => {
    const bytes = Buffer.from(text, 'base64');
    return bytes.toString('base64') === text ? bytes : undefined;
  },
};

const [spki, pkcs8] = [
  Buffer.from('302a300506032b6570032100', 'hex'),
  Buffer.from('302e020100300506032b657004220420', 'hex'),
];

const publicKey = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, bytes]), format: 'der', type: 'spki' });

const verifierOf = (name: string, type: KeyType, bytes: Buffer): Verifier => ({
  ...{ name, type, bytes },
  id: idOf(name, type, bytes),
  key: publicKey(bytes),
});

/** `name+id+key`. */
export const verifierText = ({ name, id, type, bytes }: Verifier): string =>
  `${name}+${hex(id)}+${base64.encode(Buffer.concat([Buffer.of(type), bytes]))}`;

/** Errors: one sentence. */
export function parseVerifier(text: string): Verifier {
  const [name = '', id = '', ...key] = text.split('+');
  const [type, ...rest] = base64.decode(key.join('+')) ?? [];
  const bytes = Buffer.from(rest);
  if (!isName(name) || (type !== 1 && type !== 4) || bytes.length !== 32) throw new Error('It is no verifier key.');
  const verifier = verifierOf(name, type, bytes);
  if (hex(verifier.id) !== id) throw new Error('The verifier key was altered: its id is not of its key.');
  return verifier;
}

function signerOf(name: string, type: KeyType, seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spki.length);
  return { name, seed, key, verifier: verifierOf(name, type, bytes) };
}

/** A new key of this name. */
export function newSigner(name: string, type: KeyType = 1): Signer {
  if (!isName(name)) throw new Error(`“${name}” can’t be the name of a key.`);
  const { privateKey } = generateKeyPairSync('ed25519');
  return signerOf(name, type, privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(pkcs8.length));
}

/** `PRIVATE+KEY+name+id+key`: a secret. */
export const signerText = ({ name, seed, verifier }: Signer): string =>
  `PRIVATE+KEY+${name}+${hex(verifier.id)}+${base64.encode(Buffer.concat([Buffer.of(verifier.type), seed]))}`;

/** Errors: one sentence, which says nothing of the key. */
export function parseSigner(text: string): Signer {
  const [secret, what, name = '', id, ...key] = text.split('+');
  const [type, ...seed] = base64.decode(key.join('+')) ?? [];
  if (secret !== 'PRIVATE' || what !== 'KEY' || !isName(name) || (type !== 1 && type !== 4) || seed.length !== 32)
    throw new Error('It is no key that signs notes.');
  const signer = signerOf(name, type, Buffer.from(seed));
  if (hex(signer.verifier.id) !== id) throw new Error('The key was altered: its id is not its own.');
  return signer;
}
