/** Signs as OpenSSH does (PROTOCOL.sshsig), with a key in memory: written apart from the code that verifies. */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { signatureNamespaces } from '../origin/contract/access.ts';
import { answerOf } from './answers.ts';
import type { TestRegistry } from './registry.ts';

/** What a signature says other than it should. */
export interface Twist {
  magic?: string;
  version?: number;
  keyBlob?: Buffer;
  reserved?: string;
  hash?: string;
  algorithm?: string;
  /** Bytes after the end of the signature, or of the part of it that Ed25519 made. */
  after?: string;
  afterBytes?: string;
}

export interface Signer {
  /** As in a `.pub` file, without comment. */
  publicKey: string;
  blob: Buffer;
  sign(message: string, namespace: string, twist?: Twist): string;
}

/** RFC 8410, section 7: what stands before the 32 bytes of a private key. */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

export function newSigner(secret = randomBytes(32)): Signer {
  const key = Buffer.concat([privateKeyHead, secret]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const blob = Buffer.concat([string('ssh-ed25519'), string(point)]);
  return {
    publicKey: `ssh-ed25519 ${blob.toString('base64')}`,
    blob,
    sign: (message, namespace, twist = {}) => {
      const { magic = 'SSHSIG', version = 1, reserved = '', hash = 'sha512', algorithm = 'ssh-ed25519' } = twist;
      const digest = createHash(hash === 'sha256' ? hash : 'sha512')
        .update(message)
        .digest();
      const said = [string(namespace), string(reserved), string(hash)];
      const made = sign(null, Buffer.concat([Buffer.from('SSHSIG'), ...said, string(digest)]), privateKey);
      const inner = Buffer.concat([string(algorithm), string(made), Buffer.from(twist.afterBytes ?? '')]);
      const head = [Buffer.from(magic), uint32(version), string(twist.keyBlob ?? blob)];
      return armored(Buffer.concat([...head, ...said, string(inner), Buffer.from(twist.after ?? '')]));
    },
  };
}

export const armored = (blob: Uint8Array): string => {
  const lines = Buffer.from(blob)
    .toString('base64')
    .replace(/.{70}(?=.)/g, '$&\n');
  return `-----BEGIN SSH SIGNATURE-----\n${lines}\n-----END SSH SIGNATURE-----\n`;
};

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const string = (content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([uint32(bytes.length), bytes]);
};

/** The text that a profile's keys have to sign now. */
export async function keyText(registry: TestRegistry, author: string, caller = author): Promise<string> {
  const response = await registry.send('POST', `/profiles/${author}/key/challenge`, caller);
  return (await answerOf('createKeyChallenge', response)).challenge;
}

/** Binds a key as the author, with a fresh text; `previous` signs for it where a key is bound already. */
export async function bindKey(
  registry: TestRegistry,
  author: string,
  signer: Signer,
  { caller = author, previous, ...more }: { caller?: string; previous?: Signer; passkey?: unknown } = {},
): Promise<Response> {
  const text = await keyText(registry, author, caller);
  return registry.send('PUT', `/profiles/${author}/key`, caller, {
    public_key: signer.publicKey,
    proof: signer.sign(text, signatureNamespaces.key),
    ...(previous && { previous_proof: previous.sign(text, signatureNamespaces.key) }),
    ...more,
  });
}
