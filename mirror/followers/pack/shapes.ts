/** The lines of a pack. */
import { z } from 'zod';
import { rowsKinds } from '../../snapshot/catalog/names.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Bytes: of the largest file that a registry serves, and more. A pack has one such file, or several that are smaller together. */
export const largest = 2 ** 26;
const Size = z.number().int().nonnegative().max(largest);
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

export const formatVersion = 2;

/** Lengths in bytes. */
export const Frame = z.object({ pack: z.literal(formatVersion), text: Size, bodies: Size, sha256: Hash });

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

export const Rows = z.object({
  /** Of these entities, whatever they had before: none of one that went. */
  rows: z.object({ kind: z.enum(rowsKinds), ids: z.array(z.number().int()) }),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

export const FileLine = z.object({
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

export const Gone = z.object({ gone: Hash });

export const End = z.object({
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
