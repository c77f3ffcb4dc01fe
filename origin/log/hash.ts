/** Merkle tree hashes (RFC 6962, section 2.1), with SHA-256. */
import { createHash } from 'node:crypto';

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

/** 32 bytes: the hash of one entry. */
export const leafHash = (data: Uint8Array): Buffer => createHash('sha256').update(leafPrefix).update(data).digest();

/** 32 bytes: the hash of a node, from those of its two children, 32 bytes each. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(nodePrefix).update(left).update(right).digest();

/** The root of a log without entries: SHA-256 of nothing. */
export const emptyRoot: Buffer = createHash('sha256').digest();

export const hashLength = 32;
