/**
 * What a snapshot consists of, or what of it changed: lines of JSON, and after them the bytes of files, one after the other. The
 * first line has the version of this format, the lengths of both and their SHA-256: what was cut short or altered on its way is
 * no pack. The next says of what registry; then come rows of the catalog, files, names of files that went; the last how to go on.
 * An answer of the mirror is one, and a file that is carried to another machine has one after the other.
 */
import { createHash, hash } from 'node:crypto';
import { z } from 'zod';
import { checkRoom } from './room.ts';
import { End, FileLine, Frame, formatVersion, Gone, Head, type Item, largest, Rows } from './shapes.ts';

export interface Pack {
  head: Head;
  items: Item[];
  end: End;
}

/** Not as it was sent, or not what is expected at all. */
export class BrokenPack extends Error {}

export function formatPack(head: Head, items: readonly Item[], end: End): Buffer {
  const text = Buffer.from([head, ...items, { end }].map((one) => `${lineOf(one)}\n`).join(''));
  const bodies = items.flatMap((item) => ('file' in item ? [item.body] : []));
  const sha256 = createHash('sha256').update(text);
  let length = 0;
  for (const body of bodies) {
    sha256.update(body);
    length += body.byteLength;
  }
  const frame = { pack: formatVersion, text: text.byteLength, bodies: length, sha256: sha256.digest('hex') };
  return Buffer.concat([Buffer.from(`${JSON.stringify(frame)}\n`), text, ...bodies]);
}

function lineOf(one: Head | Item | { end: End }): string {
  if (!('file' in one)) return JSON.stringify(one, 'tables' in one ? withBytes : undefined);
  const { body, ...line } = one;
  return JSON.stringify({ ...line, bytes: body.byteLength });
}

/** Bytes of the pack that begins with this line, after the line. Errors: `BrokenPack`. */
export function lengthAfter(firstLine: string): number {
  const { text, bodies } = frameOf(firstLine);
  return text + bodies;
}

function frameOf(line: string): z.output<typeof Frame> {
  const found = parsed(line);
  const version = (found as { pack?: unknown } | null | undefined)?.pack;
  if (typeof version === 'number' && version !== formatVersion)
    throw new BrokenPack(
      `It is a pack of version ${version}, and this release reads version ${formatVersion}: update the older of the two.`,
    );
  const { data } = Frame.safeParse(found);
  if (!data) throw new BrokenPack('What the leader sent is not whole: there is no pack where one would begin.');
  return data;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const AnyItem = z.union([FileLine, Rows, Gone]);

/** Bodies of files are parts of `bytes`, and no copies. Errors: `BrokenPack`. */
export function parsePack(bytes: Uint8Array): Pack {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = all.indexOf('\n') + 1;
  const frame = frameOf(all.toString('utf8', 0, start));
  try {
    const rest = all.subarray(start);
    if (rest.length !== frame.text + frame.bodies) throw new Error('its length is another');
    if (hash('sha256', rest) !== frame.sha256) throw new Error('its hash is another');
    checkRoom(rest.subarray(0, frame.text));
    const [head = '', ...lines] = rest.toString('utf8', 0, frame.text).split('\n').slice(0, -1);
    let [at, unpacked] = [frame.text, 0];
    const items = lines.slice(0, -1).map((line): Item => {
      const item = itemOf(line);
      if (!('file' in item)) return item;
      const { bytes: length, ...file } = item;
      at += length;
      unpacked += file.size;
      // Each of them is in memory once it was looked at.
      if (unpacked > largest) throw new Error('its files are more than a pack may have');
      if (at > rest.length) throw new Error('a file has more bytes than there are');
      return { ...file, body: rest.subarray(at - length, at) };
    });
    if (at !== rest.length) throw new Error('there are bytes of no file');
    return { head: Head.parse(JSON.parse(head)), items, end: End.parse(JSON.parse(lines.at(-1) ?? '')).end };
  } catch (error) {
    throw new BrokenPack(`What the leader sent is not whole: ${(error as Error).message.split('\n')[0]}`);
  }
}

function itemOf(line: string): z.output<typeof AnyItem> {
  const item = AnyItem.parse(JSON.parse(line));
  if ('tables' in item)
    for (const rows of Object.values(item.tables))
      for (const row of rows)
        for (const [name, value] of Object.entries(row)) if (typeof value === 'object') row[name] = fromBytes(value);
  return item;
}

/** Bytes in a row. `toJSON` of a Buffer has been called by then. */
function withBytes(_name: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: string; data?: number[] };
  return type === 'Buffer' && data ? { base64: Buffer.from(data).toString('base64') } : value;
}

/** The same, as it was. */
function fromBytes(value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: unknown };
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value;
}
