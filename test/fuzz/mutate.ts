/** Inputs out of inputs. */
import { compared, literals } from './coverage.ts';

const edges = [0, 1, 7, 8, 9, 10, 0x1f, 0x20, 0x22, 0x2e, 0x2f, 0x30, 0x5c, 0x7e, 0x7f, 0x80, 0xbf, 0xc3, 0xfe, 0xff];
const numbers = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 511, 512, 513, 1024, 4096];

/** Makes mutators: `corpus` is what there is to splice with, `words` are of the format. */
export function mutator(
  random: () => number,
  corpus: readonly Uint8Array[],
  words: readonly string[],
  longest: number,
) {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  let known: string[] = [];

  /** Replaces `cut` bytes at `at`. */
  const put = (bytes: Uint8Array, at: number, cut: number, piece: Uint8Array): Uint8Array =>
    Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(Math.min(bytes.length, at + cut))]);
  const word = (): Uint8Array => {
    if (known.length < literals.size + words.length) known = [...literals, ...words];
    return known.length > 0 ? Buffer.from(pick(known)) : new Uint8Array([below(256)]);
  };
  const stretch = (bytes: Uint8Array): [at: number, length: number] => {
    const at = below(bytes.length + 1);
    return [at, Math.min(bytes.length - at, 1 + Math.floor(2 ** (random() * 9)))];
  };

  const ways: ((bytes: Uint8Array) => Uint8Array)[] = [
    (bytes) => put(bytes, below(bytes.length), 1, new Uint8Array([below(256)])),
    (bytes) => put(bytes, below(bytes.length), 1, new Uint8Array([pick(edges)])),
    (bytes) => {
      const changed = Uint8Array.from(bytes);
      const at = below(bytes.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
      return changed;
    },
    (bytes) => {
      const changed = Uint8Array.from(bytes);
      const at = below(bytes.length);
      changed[at] = (changed[at] ?? 0) + pick([-1, 1]);
      return changed;
    },
    (bytes) => put(bytes, below(bytes.length + 1), 0, new Uint8Array([pick(edges)])),
    (bytes) => put(bytes, below(bytes.length + 1), 0, word()),
    (bytes) => {
      const piece = word();
      return put(bytes, below(bytes.length + 1), piece.length, piece);
    },
    (bytes) => put(bytes, ...stretch(bytes), new Uint8Array(0)),
    // The same again, once or many times: depth and repetition are what parsers are slow at.
    (bytes) => {
      const [at, length] = stretch(bytes);
      const piece = bytes.subarray(at, at + length);
      const times = random() < 0.9 ? 1 : Math.floor(2 ** (random() * 12));
      const room = Math.max(0, Math.floor((longest - bytes.length) / Math.max(1, length)));
      return put(bytes, at, 0, Buffer.concat(Array(Math.min(times, room)).fill(piece)));
    },
    (bytes) => {
      const [from, length] = stretch(bytes);
      return put(bytes, below(bytes.length + 1), random() < 0.5 ? length : 0, bytes.subarray(from, from + length));
    },
    (bytes) => {
      const other = pick(corpus);
      const [from, length] = stretch(other);
      return put(bytes, below(bytes.length + 1), random() < 0.5 ? length : 0, other.subarray(from, from + length));
    },
    (bytes) => {
      const other = pick(corpus);
      return Buffer.concat([bytes.subarray(0, below(bytes.length)), other.subarray(below(other.length))]);
    },
    (bytes) => {
      const width = pick([1, 2, 4]);
      const piece = Buffer.alloc(width);
      const number = pick(numbers) % 2 ** (8 * width);
      if (random() < 0.5) piece.writeUIntLE(number, 0, width);
      else piece.writeUIntBE(number, 0, width);
      return put(bytes, below(bytes.length), width, piece);
    },
    asCompared,
    asCompared,
  ];

  /** What was compared in vain is put where the other operand stands: so sums, lengths and keywords come right. */
  function asCompared(bytes: Uint8Array): Uint8Array {
    if (compared.length === 0) return bytes;
    const pair = pick(compared);
    const [from, to] = random() < 0.5 ? pair : ([pair[1], pair[0]] as const);
    const form = pick(forms);
    const [old, wanted] = [form(from), form(to)];
    const at = old.length === 0 ? -1 : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(old);
    return at < 0 ? bytes : put(bytes, at, old.length, wanted);
  }

  const change = (bytes: Uint8Array): Uint8Array => {
    let changed = bytes;
    for (let left = 1 + Math.floor(-Math.log2(1 - random())); left > 0; left -= 1) changed = pick(ways)(changed);
    return changed.length > longest ? changed.subarray(0, longest) : changed;
  };
  /** A part of it as often as it takes to be so long: what is read in time by the square of that shows. */
  const grow = (bytes: Uint8Array, size: number): Uint8Array => {
    const [at, length] = stretch(bytes);
    const piece = bytes.subarray(at, at + Math.min(length, 1 + below(16)));
    const times = Math.floor(Math.max(0, size - bytes.length) / Math.max(1, piece.length));
    return put(bytes, at, 0, Buffer.concat(Array(times).fill(piece)));
  };
  return { change, grow, pick };
}

type Form = (value: string | number) => Buffer;
const whole = (value: string | number): number => (typeof value === 'number' ? value >>> 0 : 0);
const forms: Form[] = [
  (value) => Buffer.from(String(value)),
  (value) => Buffer.from(typeof value === 'number' ? whole(value).toString(8).padStart(6, '0') : value, 'latin1'),
  (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(whole(value));
    return bytes;
  },
  (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(whole(value));
    return bytes;
  },
  (value) => Buffer.from([whole(value) & 0xff, (whole(value) >> 8) & 0xff]),
];
