/**
 * What a snapshot consists of, or what of it changed, as lines of JSON: rows of the catalog, files, names of files that went.
 * The first line says of what registry, the last but one how to go on, the last has the SHA-256 of all lines before it: what was
 * cut short or altered on its way is none. An answer of the mirror is one, and so is a file that is carried to another machine.
 */
import { createHash } from 'node:crypto';
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

export const formatVersion = 1;

export const Head = z.object({
  pack: z.literal(formatVersion),
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

const File = z.object({
  file: Path,
  kind: z.string().max(100),
  etag: z.string().max(100),
  ...Digest.shape,
  forms: z.object({ gzip: Digest.optional(), br: Digest.optional() }),
  /** How `body` holds the bytes; `none` where the leader has lost them. */
  as: z.enum(['text', 'base64', 'gzip', 'none']),
  body: z.string(),
});

const Gone = z.object({ gone: Hash });

const End = z.object({
  end: z.object({
    /** What to ask for next. */
    next: z.string(),
    /** Whether that is all there is now. */
    isComplete: z.boolean(),
    /** How far the leader follows its store. */
    /** Skills of the whole registry, told to who gets a part of it. */
    skills: z.number().int().nonnegative().optional(),
    position: z.object({ seq: z.number(), event: z.number(), mark: z.string(), day: z.number() }),
  }),
});

export type Head = z.output<typeof Head>;
export type PackedFile = z.output<typeof File>;
export type PackedRows = z.output<typeof Rows>;
export type Item = PackedRows | PackedFile | z.output<typeof Gone>;
export type End = z.output<typeof End>['end'];

/** Not as it was sent, or not what is expected at all. */
export class BrokenPack extends Error {}

export function formatPack(head: Head, items: readonly Item[], end: End): Buffer {
  const lines = [head, ...items, { end }].map((one) => `${JSON.stringify(one, withBytes)}\n`);
  const body = Buffer.from(lines.join(''));
  const seal = { sha256: createHash('sha256').update(body).digest('hex') };
  return Buffer.concat([body, Buffer.from(`${JSON.stringify(seal)}\n`)]);
}

export interface Pack {
  head: Head;
  items: Item[];
  end: End;
}

const AnyItem = z.union([File, Rows, Gone]);

/** Errors: `BrokenPack`. */
export function parsePack(bytes: Uint8Array): Pack {
  const text = Buffer.from(bytes);
  const last = text.lastIndexOf('\n', text.length - 2);
  try {
    const body = text.subarray(0, last + 1);
    const seal = { sha256: createHash('sha256').update(body).digest('hex') };
    if (text.subarray(last + 1).toString() !== `${JSON.stringify(seal)}\n`) throw new Error('its hash is another');
    const [head = '', ...lines] = body.toString().split('\n').slice(0, -1);
    return {
      head: Head.parse(JSON.parse(head)),
      items: lines.slice(0, -1).map(itemOf),
      end: End.parse(JSON.parse(lines.at(-1) ?? '')).end,
    };
  } catch (error) {
    throw new BrokenPack(`What the leader sent is not whole: ${(error as Error).message.split('\n')[0]}`);
  }
}

function itemOf(line: string): Item {
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
