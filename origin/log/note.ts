/** Signed notes: a text, an empty line, and a line for each signature (C2SP, signed-note; tlog-cosignature). */
import { sign, verify } from 'node:crypto';
import { base64, type Signer, type Verifier } from './keys.ts';

interface SignatureLine {
  name: string;
  id: number;
  /** What follows the id. */
  bytes: Buffer;
}

export interface Signature {
  verifier: Verifier;
  /** Unix seconds, of a cosignature. */
  time?: number;
}

export interface Note {
  /** Ends with a line break. */
  text: string;
  /** Those that were verified. */
  signatures: Signature[];
}

const longest = 1_000_000;

function parts(note: string): { text: string; lines: SignatureLine[] } {
  const end = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a note may not have.
  if (note.length > longest || end === -1 || !note.endsWith('\n') || /[\0-\x09\x0b-\x1f]/.test(note))
    throw new Error('It is no signed note.');
  return {
    text: note.slice(0, end + 1),
    lines: note
      .slice(end + 2, -1)
      .split('\n')
      .map(lineOf),
  };
}

function lineOf(line: string): SignatureLine {
  const [, name = '', signature = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = base64.decode(signature);
  if (!bytes || bytes.length < 5) throw new Error('A note has a malformed line in the place of a signature.');
  return { name, id: bytes.readUInt32BE(0), bytes: bytes.subarray(4) };
}

/** What a witness signs: the note’s text and a time. */
const cosigned = (text: string, time: number): Buffer => Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);

/**
 * A note with those of its signatures that these verifiers know. Errors: one sentence, where it is malformed, or where the
 * signature of a known verifier is wrong.
 */
export function openNote(note: string, verifiers: readonly Verifier[]): Note {
  const { text, lines } = parts(note);
  const signatures: Signature[] = [];
  for (const { name, id, bytes } of lines) {
    const verifier = verifiers.find((one) => one.name === name && one.id === id);
    if (!verifier || signatures.some((one) => one.verifier === verifier)) continue;
    const time = verifier.type === 4 ? Number(bytes.length === 72 ? bytes.readBigUInt64BE(0) : Number.NaN) : undefined;
    const message = time === undefined ? Buffer.from(text) : cosigned(text, time);
    if (!verify(null, message, verifier.key, time === undefined ? bytes : bytes.subarray(8)))
      throw new Error(`The signature of ${name} is wrong.`);
    signatures.push({ verifier, ...(time !== undefined && { time }) });
  }
  return { text, signatures };
}

/** The line of a signature, with its line break. `time`: Unix seconds, of a witness. */
export function signatureLine(text: string, { name, key, verifier }: Signer, time = 0): string {
  const id = Buffer.alloc(4);
  id.writeUInt32BE(verifier.id);
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(time));
  const made =
    verifier.type === 1
      ? sign(null, Buffer.from(text), key)
      : Buffer.concat([stamp, sign(null, cosigned(text, time), key)]);
  return `— ${name} ${base64.encode(Buffer.concat([id, made]))}\n`;
}

/** A note of this text, which has to end with a line break. */
export const signNote = (text: string, signers: readonly Signer[]): string =>
  `${text}\n${signers.map((signer) => signatureLine(text, signer)).join('')}`;
