/** A file’s bytes as the text that they plausibly are: a byte that does not fit must hide nothing of the rest. */
import { textOf } from '../../bundle/decode.ts';
import { familyOf } from '../helpers/files/contents.ts';
import { executableKind } from '../helpers/files/executables.ts';

export interface DecodedText {
  /** Of a binary file its bytes, a character each. */
  text: string;
  encoding: 'utf-8' | 'utf-16' | 'mixed' | 'binary';
  /** Offsets in the text of what was a byte that is no UTF-8; at most 1,000, rising. Only where it is mixed. */
  odd?: readonly number[];
}

/** Never throws. UTF-8 and UTF-16; UTF-8 with bytes of Windows-1252 among it; else binary. Linear. */
export function decodeFile(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: utf16, encoding: 'utf-16' };
  const text = textOf(bytes);
  if (text !== undefined) return { text, encoding: 'utf-8' };
  const latin1 = Buffer.from(bytes).toString('latin1');
  if (isBinary(latin1)) return { text: latin1, encoding: 'binary' };
  return { ...mixedOf(bytes), encoding: 'mixed' };
}

/** With a byte order mark; without one where every other byte of the start is a zero, as of ASCII in UTF-16. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const start = bytes.subarray(0, 1024);
  // A mark before plain ASCII is no mark: programs read on as if it weren't there.
  const isMarked = !start.every((byte, at) => at < 2 || (byte >= 9 && byte < 0x7f));
  if (isMarked && first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (isMarked && first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (start.length < 8) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (start.length / 2));
  if (odd > 0.7 && even < 0.05) return new TextDecoder('utf-16le').decode(bytes);
  return even > 0.7 && odd < 0.05 ? new TextDecoder('utf-16be').decode(bytes) : undefined;
}

const sampleLength = 65_536;

/** By the mark of a known format, or since controls and bytes of no meaning are frequent in it. */
function isBinary(latin1: string): boolean {
  if (executableKind(latin1) || familyOf({ text: latin1, isText: false })) return true;
  const sample = latin1.slice(0, sampleLength);
  let controls = 0;
  let high = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code > 0x7e) high += 1;
    else if (code < 0x20 && code !== 9 && code !== 10 && code !== 13) controls += 1;
  }
  return controls > sample.length * 0.02 && controls + high > sample.length * 0.3;
}

const maxOdd = 1000;

/** Sequences of UTF-8 as such, other bytes as Windows-1252 has them. */
function mixedOf(bytes: Uint8Array): { text: string; odd: number[] } {
  const odd: number[] = [];
  const pieces: string[] = [];
  let length = 0;
  let start = 0;
  const push = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (let at = 0; at < bytes.length; ) {
    const size = sequenceAt(bytes, at);
    if (size > 0) {
      at += size;
      continue;
    }
    if (at > start) push(utf8.decode(bytes.subarray(start, at)));
    if (odd.length < maxOdd) odd.push(length);
    push(windows1252[(bytes[at] ?? 0x80) - 0x80] ?? '\ufffd');
    at += 1;
    start = at;
  }
  push(utf8.decode(bytes.subarray(start)));
  return { text: pieces.join(''), odd };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 0x80));

/** How many bytes the well-formed sequence at `at` has; 0 where there is none (Unicode 17, table 3-7). */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  const follows = (offset: number) => ((bytes[at + offset] ?? 0) & 0xc0) === 0x80;
  if (lead >= 0xc2 && lead <= 0xdf) return follows(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const fits = !(lead === 0xe0 && second < 0xa0) && !(lead === 0xed && second > 0x9f);
    return fits && follows(1) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const fits = !(lead === 0xf0 && second < 0x90) && !(lead === 0xf4 && second > 0x8f);
    return fits && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}
