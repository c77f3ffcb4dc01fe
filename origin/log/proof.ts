/** A proof that can be checked offline (C2SP tlog-proof). */
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { hashLength, leafHash } from './hash.ts';
import { LogError, malformed } from './logError.ts';
import { openNote, type VerifiedSignature, type Verifier } from './note.ts';
import { base64, readBase64, readDecimal, readHash } from './spelling.ts';
import { isIncluded } from './tree.ts';

export interface Proof {
  /** Which entry of the log, from 0. */
  index: number;
  /** Opaque, and not authenticated by itself. Ours is the entry. */
  extra?: Uint8Array;
  /** Hashes of 32 bytes, the lowest first (RFC 6962, section 2.1.1). */
  proof: readonly Uint8Array[];
  /** The whole note. */
  checkpoint: string;
}

const firstLine = 'c2sp.org/tlog-proof@v1';
/** A log of 2^63 entries needs no more. */
const mostHashes = 63;

/** The text of a proof. Throws RangeError for an index, hashes or a number of them that no proof has. */
export function formatProof({ index, extra, proof, checkpoint }: Proof): string {
  const isSound = Number.isSafeInteger(index) && index >= 0 && proof.every(({ length }) => length === hashLength);
  if (!isSound || proof.length > mostHashes) throw new RangeError('A proof has an index, and hashes of 32 bytes.');
  const lines = [
    firstLine,
    ...(extra?.length ? [`extra ${base64(extra)}`] : []),
    `index ${index}`,
    ...proof.map(base64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Throws LogError for any other spelling than that of `formatProof`. The checkpoint is not looked at. */
export function parseProof(text: string): Proof & { proof: Buffer[]; extra?: Buffer } {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (first !== firstLine)
    throw malformed(`The proof does not start with the line "${firstLine}", or has no checkpoint.`);
  const extra = lines[0]?.startsWith('extra ') ? readBase64(lines.shift()?.slice('extra '.length) ?? '') : null;
  if (extra !== null && !extra?.length) throw malformed('The line "extra" of the proof is no base64.');
  const [, decimal = ''] = /^index (.*)$/s.exec(lines.shift() ?? '') ?? [];
  const index = readDecimal(decimal);
  if (index === undefined) throw malformed('The proof has no line "index" with a whole number.');
  const proof = lines.map(readHash);
  if (proof.length > mostHashes) throw malformed(`The proof has more than ${mostHashes} hashes.`);
  if (!proof.every((hash) => hash !== undefined))
    throw malformed('A line of the proof is no hash of 32 bytes in base64.');
  return { index, proof, checkpoint: text.slice(end + 2), ...(extra && { extra }) };
}

interface Trusted {
  /** The hash of the entry in question, 32 bytes. Without it, it is that of `extra`, which then is the entry. */
  leaf?: Uint8Array;
  /** Keys of logs, each called as its log’s origin, and of witnesses. */
  verifiers: readonly Verifier[];
}

export interface Proved {
  index: number;
  checkpoint: Checkpoint;
  /** By the log and by witnesses that are known. How many witnesses are enough is for the caller to say. */
  signatures: VerifiedSignature[];
}

/**
 * Checks that the entry is in a log whose key is known. Throws LogError with a sentence: `malformed`, `signature`,
 * `unsigned` if the key of the checkpoint’s own log did not sign it, `proof` if the entry is not at this place.
 */
export function checkProof(text: string, { leaf, verifiers }: Trusted): Proved {
  const { index, extra, proof, checkpoint: note } = parseProof(text);
  const hash = leaf ?? (extra && leafHash(extra));
  if (!hash) throw malformed('The proof does not say which entry it is of.');
  const { text: head, signatures } = openNote(note, verifiers);
  const checkpoint = parseCheckpoint(head);
  const { origin, size, root } = checkpoint;
  if (!signatures.some(({ name, time }) => name === origin && time === undefined)) {
    throw new LogError('unsigned', `The checkpoint is not signed by the key of ${origin}.`);
  }
  if (!isIncluded({ index, size, leaf: hash, proof, root })) {
    throw new LogError('proof', `The proof does not show that the entry is number ${index} of ${origin}.`);
  }
  return { index, checkpoint, signatures };
}
