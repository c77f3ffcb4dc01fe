/** What a log asks of a witness (C2SP tlog-witness, add-checkpoint). */
import { malformed } from './logError.ts';
import { base64, readDecimal, readHash } from './spelling.ts';

export interface AddCheckpoint {
  /** Entries in the log that the witness knows, 0 if it knows none. */
  oldSize: number;
  /** That the log still begins so: hashes of 32 bytes (RFC 6962, section 2.1.2). Empty if `oldSize` is 0. */
  proof: readonly Uint8Array[];
  /** The whole note. */
  checkpoint: string;
}

const mostHashes = 63;

/** The body of the request. */
export const addCheckpointText = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  `${[`old ${oldSize}`, ...proof.map(base64)].join('\n')}\n\n${checkpoint}`;

/** Throws LogError for any other spelling. The checkpoint is not looked at. */
export function parseAddCheckpoint(text: string): AddCheckpoint & { proof: Buffer[] } {
  const end = text.indexOf('\n\n');
  if (end === -1) throw malformed('There is no empty line before the checkpoint.');
  const [first = '', ...lines] = text.slice(0, end).split('\n');
  const oldSize = first.startsWith('old ') ? readDecimal(first.slice('old '.length)) : undefined;
  if (oldSize === undefined) throw malformed('The first line is not "old" with a size.');
  if (lines.length > mostHashes) throw malformed(`There are more than ${mostHashes} lines of a proof.`);
  const proof = lines.map(readHash);
  if (!proof.every((hash) => hash !== undefined)) throw malformed('A line of the proof is no hash in base64.');
  return { oldSize, proof, checkpoint: text.slice(end + 2) };
}
