/**
 * What a snapshot consists of, or what of it changed: lines of JSON, and after them the bytes of files, one after the other. The
 * first line has the version of this format, the lengths of both and their SHA-256: what was cut short or altered on its way is
 * no pack. The next says of what registry; then come rows of the catalog, files, names of files that went; the last how to go on.
 * An answer of the mirror is one, and a file that is carried to another machine has one after the other.
 */
import { createHash, hash } from 'node:crypto';
import { z } from 'zod';
import { rowsKinds } from '../snapshot/catalog/names.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Bytes: of the largest file that a registry serves, and more. */
const Size = z
  .number()
  .int()
  .nonnegative()
  .max(2 ** 26);
const Address = z.url({ protocol: /^https?$/ });
const Digest = z.object({ sha256: Hash, size: Size });
/** Characters of a file's name that leave room for the ending of an encoded form: file systems take 255. */
const longestName = 250;
/** Below the root, with no step up and nothing that a file system could take for another. */
const Path = z
  .string()
  .max(1024)
  .regex(/^[A-Za-z0-9._@+:-]+(?:\/[A-Za-z0-9._@+:-]+)*$/)
  .refine((path) => !path.split('/').some((part) => /^\.+$/.test(part) || part.length > longestName));

const formatVersion = 2;

/** Lengths in bytes. */
const Frame = z.object({ text: Size, bodies: Size, sha256: Hash });

export const Head = z.object({
  /** The leader’s addresses, which its files name. */
  site: z.object({ mirrorUrl: Address, originUrl: Address, oidcName: z.string().max(40).optional() }),
  /** Steps of the schema that the rows are of. */
  schema: z.number().int(),
  tagBits: z.union([z.literal(33), z.literal(31)]),
  /** The cursor that was asked for. */
  after: z.string().optional(),
  /** What the one who asked holds alone: what that does not choose is left out. */
  only: z.string().optional(),
  /** What the leader itself holds alone, in words of `only`, where it is a part of a registry. */
  partial: z.array(z.string()).optional(),
  /** Whether what this pass does not name has to go. */
  isFull: z.boolean(),
  /** Whether a pass begins with it that was not asked for: what was copied cannot be gone on with. */
  isReset: z.boolean(),
});

const Rows = z.object({
  /** Of these entities, whatever they had before: none of one that went. */
  rows: z.object({ kind: z.enum(rowsKinds), ids: z.array(z.number().int()) }),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

const FileLine = z.object({
  file: Path,
  kind: z.string().max(100),
  etag: z.string().max(100),
  ...Digest.shape,
  forms: z.object({ gzip: Digest.optional(), br: Digest.optional() }),
  /** What is sent of it: the bytes, its gzip form, or nothing where the leader has lost them. */
  as: z.enum(['plain', 'gzip', 'none']),
  /** How many of the bytes after the lines are its own. */
  bytes: Size,
});

const Gone = z.object({ gone: Hash });

const End = z.object({
  end: z.object({
    /** What to ask for next. */
    next: z.string(),
    /** Whether that is all there is now. */
    isComplete: z.boolean(),
    /** Skills of the whole registry, told to who gets a part of it. */
    skills: z.number().int().nonnegative().optional(),
    /** How far the leader follows its store. */
    position: z.object({ seq: z.number(), event: z.number(), mark: z.string(), day: z.number() }),
  }),
});

export type Head = z.output<typeof Head>;
export type PackedFile = Omit<z.output<typeof FileLine>, 'bytes'> & { body: Uint8Array };
export type PackedRows = z.output<typeof Rows>;
export type Item = PackedRows | PackedFile | z.output<typeof Gone>;
export type End = z.output<typeof End>['end'];

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
  const found = parsed(line) as { pack?: unknown } | null;
  const version = found?.pack;
  if (typeof version === 'number' && version !== formatVersion)
    throw new BrokenPack(
      `It is a pack of version ${version}, and this release reads version ${formatVersion}: update the older of the two.`,
    );
  const { success, data } = Frame.safeParse(found);
  if (version === undefined || !success)
    throw new BrokenPack('What the leader sent is not whole: there is no pack where one would begin.');
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
    const [head = '', ...lines] = rest.toString('utf8', 0, frame.text).split('\n').slice(0, -1);
    let at = frame.text;
    const items = lines.slice(0, -1).map((line): Item => {
      const item = itemOf(line);
      if (!('file' in item)) return item;
      const { bytes: length, ...file } = item;
      at += length;
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
