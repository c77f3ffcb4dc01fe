/** Hashes of a Merkle log (RFC 6962, section 2.1). */
import { createHash } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const [leaf, node] = [Buffer.of(0), Buffer.of(1)];

/** 32 bytes, of an entry. */
export const leafHash = (data: Uint8Array): Buffer => sha256(leaf, data);

/** 32 bytes, of two hashes. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(node, left, right);

/** The root of a log without entries. */
export const emptyRoot: Buffer = sha256();
