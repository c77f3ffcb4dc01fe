/** What the layer wrote down of a program: see layer.h. */

export interface Operation {
  does: Does;
  /** What the file system knows the file by; 0 where a name goes. */
  id: number;
  /** Of a write where it begins, of a truncation the length, of a new file or folder its mode, of a time Unix seconds. */
  number: number;
  path: string;
  /** Of a rename, and of a link, the new name. */
  to: string;
  bytes: Buffer;
}

/** `told` is no operation, but what the program let others know by then. */
type Does = (typeof letters)[keyof typeof letters];

const letters = {
  c: 'create',
  d: 'mkdir',
  w: 'write',
  t: 'truncate',
  s: 'sync',
  m: 'time',
  p: 'mode',
  u: 'remove',
  r: 'rename',
  h: 'link',
  l: 'symlink',
  '!': 'told',
} as const;

const newline = 10;

export function operationsIn(trace: Buffer): Operation[] {
  const operations: Operation[] = [];
  for (let place = 0; place < trace.length; ) {
    const end = trace.indexOf(newline, place);
    const [letter, id, number, ...lengths] = trace.toString('latin1', place, end).split(' ');
    const does = letters[letter as keyof typeof letters];
    if (end < 0 || !does) throw new Error('What was written down can’t be read.');
    place = end + 1;
    const take = (length: string | undefined) => {
      const from = place;
      place += Number(length);
      return trace.subarray(from, place);
    };
    const [path, to, bytes] = [take(lengths[0]), take(lengths[1]), take(lengths[2])];
    operations.push({ does, id: Number(id), number: Number(number), path: String(path), to: String(to), bytes });
  }
  return operations;
}

/** A line for a trace, from the program itself. */
export const toldLine = (text: string): string => `! 0 0 0 0 ${Buffer.byteLength(text)}\n${text}`;
