/** The head of a log, as text (C2SP tlog-checkpoint). */
import { malformed } from './logError.ts';
import { base64, isPlain, readDecimal, readHash } from './spelling.ts';

export interface Checkpoint {
  /** The name of the log. */
  origin: string;
  /** Entries in it, 0 to 2^53 - 1. */
  size: number;
  /** 32 bytes. */
  root: Buffer;
  /** Lines below; the specification advises against them. */
  extensions: string[];
}

/** The text that is signed, with its last line break. Throws RangeError for what `parseCheckpoint` would refuse. */
export function checkpointText(
  head: Omit<Checkpoint, 'root' | 'extensions'> & { root: Uint8Array; extensions?: readonly string[] },
): string {
  const lines = [head.origin, String(head.size), base64(head.root), ...(head.extensions ?? [])];
  const isSound = Number.isSafeInteger(head.size) && head.size >= 0 && head.root.length === 32 && lines.every(isLine);
  if (!isSound)
    throw new RangeError('A checkpoint has an origin, a size, a root of 32 bytes, and lines without line breaks.');
  return `${lines.join('\n')}\n`;
}

/**
 * What a checkpoint says: of its text, or of a whole note, whose signatures it does not look at (`openNote` does). Throws
 * LogError for any other spelling than that of `checkpointText`.
 */
export function parseCheckpoint(textOrNote: string): Checkpoint {
  // As in a note: the text ends before the last empty line, so one within it is part of what was signed.
  const end = textOrNote.lastIndexOf('\n\n');
  const text = textOrNote.startsWith('— ', end + 2) ? textOrNote.slice(0, end + 1) : textOrNote;
  const [origin = '', size = '', root = '', ...more] = text.split('\n');
  if (more.pop() !== '') throw malformed('A checkpoint has three lines, and each ends with a line break.');
  if (![origin, ...more].every(isLine))
    throw malformed('A line of the checkpoint is empty, or has control characters.');
  const count = readDecimal(size);
  const hash = readHash(root);
  if (count === undefined) throw malformed('The second line of the checkpoint is no size.');
  if (!hash) throw malformed('The third line of the checkpoint is no hash of 32 bytes in base64.');
  return { origin, size: count, root: hash, extensions: more };
}

const isLine = (line: string) => line !== '' && !line.includes('\n') && isPlain(line);
