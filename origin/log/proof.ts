/** A proof that an entry is in a log, to be kept and checked without asking anybody (C2SP, tlog-proof). */
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { base64, type Verifier } from './keys.ts';
import { openNote } from './note.ts';
import { isIncluded } from './tree.ts';

export interface Proof {
  index: number;
  /** The entry. */
  extra?: Uint8Array;
  /** 32 bytes each. */
  proof: readonly Uint8Array[];
  /** A signed note. */
  checkpoint: string;
}

const header = 'c2sp.org/tlog-proof@v1';

export const formatProof = ({ index, extra, proof, checkpoint }: Proof): string =>
  [
    header,
    ...(extra ? [`extra ${base64.encode(extra)}`] : []),
    `index ${index}`,
    ...proof.map(base64.encode),
    '',
    checkpoint,
  ].join('\n');

/** Errors: one sentence. */
export function parseProof(text: string): Proof {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, end).split('\n');
  const extra = lines[0]?.startsWith('extra ') ? base64.decode((lines.shift() ?? '').slice(6)) : undefined;
  const [, index] = /^index (0|[1-9][0-9]*)$/.exec(lines.shift() ?? '') ?? [];
  const proof = lines.map((line) => base64.decode(line));
  const hashes = proof.filter((hash) => hash?.length === 32) as Buffer[];
  if (first !== header || end === -1 || index === undefined || hashes.length !== proof.length || proof.length > 63)
    throw new Error('It is no proof of an entry in a log.');
  const parsed = { index: Number(index), ...(extra && { extra }), proof: hashes, checkpoint: text.slice(end + 2) };
  if (formatProof(parsed) !== text) throw new Error('It is no proof of an entry in a log.');
  return parsed;
}

/** The checkpoint that a proof leads to, for an entry's hash. Errors: one sentence. */
export function checkProof({ index, proof, checkpoint }: Proof, leaf: Uint8Array, verifier: Verifier): Checkpoint {
  const { text, signatures } = openNote(checkpoint, [verifier]);
  if (signatures.length === 0) throw new Error(`The checkpoint is not signed by ${verifier.name}.`);
  const head = parseCheckpoint(text);
  if (head.origin !== verifier.name) throw new Error(`The checkpoint is of ${head.origin}, not of ${verifier.name}.`);
  if (!isIncluded({ index, size: head.size, leaf, proof, root: head.root }))
    throw new Error('The proof does not lead from the entry to the checkpoint.');
  return head;
}
