/** The head of a log: its name, how many entries it has and their root (C2SP, tlog-checkpoint). */
import { base64 } from './keys.ts';

export interface Checkpoint {
  origin: string;
  size: number;
  /** 32 bytes. */
  root: Buffer;
}

/** The text of a note, without signatures. */
export const checkpointText = ({ origin, size, root }: { origin: string; size: number; root: Uint8Array }): string =>
  `${origin}\n${size}\n${base64.encode(root)}\n`;

/** Of a note or its text. Errors: one sentence. Signatures are somebody else's to verify (note.ts). */
export function parseCheckpoint(note: string): Checkpoint {
  const [origin = '', size = '', hash = '', ...rest] = note.split('\n');
  const root = base64.decode(hash);
  const isOne = origin !== '' && /^(?:0|[1-9][0-9]*)$/.test(size) && Number.isSafeInteger(Number(size));
  if (!isOne || root?.length !== 32 || rest.length === 0) throw new Error('It is no checkpoint of a log.');
  return { origin, size: Number(size), root };
}
