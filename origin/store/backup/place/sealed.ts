/**
 * How an object of a copy is written: compressed, bound to its name and protected against change. With a key it is sealed by
 * AES-256-GCM under a key of its own (HKDF over a random salt), and its name is authenticated with it: none can be changed,
 * cut, exchanged for another or read without the key. Without one, a SHA-256 over name and bytes shows damage alone.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** What an object begins with, by how it is kept. */
const magic = { plain: Buffer.from('SRB1'), sealed: Buffer.from('SRB2') };
const [saltLength, tagLength, digestLength] = [32, 16, 32];

/** No object is larger, unpacked. */
const maxLength = 256 * 1024 * 1024;

/** 32 bytes; undefined for a copy that is not encrypted. */
export type Key = Buffer | undefined;

/** An object that is not what was written, or not there. */
export class Damaged extends Error {
  readonly object: string;

  constructor(object: string, why: string) {
    super(`${object} ${why}.`);
    this.object = object;
  }
}

/** A key as `openssl rand -hex 32` makes it. */
export function keyOf(text: string): Buffer {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('the key must be 64 hexadecimal digits: openssl rand -hex 32');
  return Buffer.from(hex, 'hex');
}

export async function seal(key: Key, name: string, bytes: Uint8Array): Promise<Buffer> {
  const packed = await compress(bytes);
  if (!key) return Buffer.concat([magic.plain, digestOf(name, packed), packed]);
  const salt = randomBytes(saltLength);
  const cipher = createCipheriv('aes-256-gcm', derived(key, salt, 'object'), once).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([magic.sealed, salt, sealed, cipher.getAuthTag()]);
}

/** Rejects with `Damaged` unless it is what was sealed under this name, with this key. */
export async function unseal(key: Key, name: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await decompress(key ? decrypted(key, name, bytes) : checked(name, bytes), { maxOutputLength: maxLength });
  } catch {
    throw new Damaged(name, 'is damaged');
  }
}

function decrypted(key: Buffer, name: string, bytes: Buffer): Buffer {
  const begin = magic.sealed.length + saltLength;
  if (!bytes.subarray(0, magic.sealed.length).equals(magic.sealed)) throw new Error('no object');
  const own = derived(key, bytes.subarray(magic.sealed.length, begin), 'object');
  const options = { authTagLength: tagLength };
  const cipher = createDecipheriv('aes-256-gcm', own, once, options).setAAD(Buffer.from(name));
  cipher.setAuthTag(bytes.subarray(bytes.length - tagLength));
  return Buffer.concat([cipher.update(bytes.subarray(begin, bytes.length - tagLength)), cipher.final()]);
}

function checked(name: string, bytes: Buffer): Buffer {
  const begin = magic.plain.length + digestLength;
  const packed = bytes.subarray(begin);
  if (!bytes.subarray(0, magic.plain.length).equals(magic.plain)) throw new Error('no object');
  if (!digestOf(name, packed).equals(bytes.subarray(magic.plain.length, begin))) throw new Error('changed');
  return packed;
}

/** What a piece of content is named by: with a key, nobody else can tell what it holds. */
export const contentName = (key: Key, bytes: Uint8Array): string =>
  key
    ? createHmac('sha256', derived(key, Buffer.alloc(0), 'content'))
        .update(bytes)
        .digest('hex')
    : createHash('sha256').update(bytes).digest('hex');

/** Tells a key from another, and nothing about it. */
export const keyMark = (key: Buffer): string => derived(key, Buffer.alloc(0), 'mark').toString('hex');

export const isKeyOf = (key: Buffer, mark: string): boolean => {
  const [own, other] = [Buffer.from(keyMark(key)), Buffer.from(mark)];
  return own.length === other.length && timingSafeEqual(own, other);
};

/** A key seals one object: so one nonce will do. */
const once = Buffer.alloc(12);

const derived = (key: Buffer, salt: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `skill-registry backup ${use}`, 32));

const digestOf = (name: string, bytes: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\0`).update(bytes).digest();
