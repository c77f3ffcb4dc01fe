/** The vocabulary of the contract: each grammar, limit and closed list stands here once (SPEC.md, Limits; CONTRACT.md). */
import { z } from 'zod';
import { handlePattern, hashOf, pathLength, slugPattern } from './grammar/grammar.ts';
import { mostCounted } from './subjects/counted.ts';
import { countedTo } from './subjects/notifications.ts';

export const Handle = z
  .string()
  .regex(handlePattern, 'must be 1–39 lowercase letters, digits and hyphens, not starting with a hyphen')
  .meta({ id: 'Handle', description: 'Handle of a person or team.', example: 'registry' });

export const Slug = z
  .string()
  .regex(slugPattern, 'must be 1–63 lowercase letters, digits and hyphens, not starting with a hyphen')
  .meta({ id: 'Slug', description: 'Name of a skill or kit below its owner.', example: 'find-skills' });

const hashPattern = /^(sha256:)?[a-f0-9]{64}$/;
const exampleHash = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** A hash in a record: always with its prefix. */
export const Hash = z
  .string()
  .regex(/^sha256:[a-f0-9]{64}$/)
  .meta({ id: 'Hash', description: 'SHA-256 with its prefix.', example: exampleHash });

/** A hash in a path: the prefix is optional and comes out added. */
export const HashParam = z
  .string()
  .regex(hashPattern, 'must be 64 lowercase hex digits, optionally after "sha256:"')
  .overwrite(hashOf)
  .meta({ id: 'HashParam', description: 'Version hash; the `sha256:` prefix is optional.', example: exampleHash });

/** What names a row of an account's own lists: a token, a device. */
export const RowId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be the id that the list shows')
  .meta({ id: 'RowId', example: '17' });

/** A WebAuthn credential id, base64url. */
export const PasskeyId = z.string().regex(/^[A-Za-z0-9_-]{1,1400}$/, 'must be base64url');

/** Names a pairing to the program that began it; its holder may poll for the token. */
export const PairingId = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the pairing_id that was answered');

/** Names a file that was announced for a publish; it says nothing about the file. */
export const UploadId = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the ticket that was answered');

/** A version as a program of another registry names it: its semantic version, or the label that its publisher gave it. */
export const VersionName = z.string().min(1).max(100);

/** Letters that nobody takes for one another, and that spell no word (RFC 8628, section 6.1). */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ';

/** What a person reads off one screen and types on another: case, spaces and hyphens don't matter. */
export const UserCode = z
  .string()
  .overwrite((code) => code.toUpperCase().replace(/[ -]/g, ''))
  .regex(new RegExp(`^[${userCodeLetters}]{8}$`), 'must be the eight letters that the device shows')
  .meta({ id: 'UserCode', example: 'BCDF-GHJK' });

export const Timestamp = z.int().meta({ id: 'Timestamp', description: 'Unix seconds.', example: 1790000000 });
export const Count = z.int().min(0);

/** How much somebody is told of. */
export const Notified = Count.max(countedTo).meta({
  description: `Unread notifications and what waits for an answer; ${countedTo} for that many or more.`,
});

const categories = [
  'coding',
  'data',
  'design',
  'devops',
  'documents',
  'education',
  'finance',
  'health',
  'marketing',
  'media',
  'productivity',
  'research',
  'security',
  'writing',
  'other',
] as const;
export type Category = (typeof categories)[number];
export const Category = z.enum(categories);

const visibilities = ['public', 'private'] as const;
export type Visibility = (typeof visibilities)[number];
export const Visibility = z.enum(visibilities);

/** Sizes in bytes unless named otherwise (CONTRACT.md, Limits). */
export const limits = {
  /** Of every request but a publish (`publishBody`). */
  requestBody: 64 * 1024,
  publishBody: 10 * 1024 * 1024,
  /** Of JSON in a body: arrays and objects in one another, and values in all. */
  jsonDepth: 64,
  jsonValues: 10_000,
  unpacked: 25 * 1024 * 1024,
  file: 5 * 1024 * 1024,
  frontmatter: 256 * 1024,
  files: 500,
  compressionRatio: 100,
  pathLength,
  descriptionLength: 1024,
  versionLabelLength: 64,
  nameLength: 100,
  bioLength: 500,
  urlLength: 2048,
  /** Of a bound key, a signature or a statement, in characters. */
  signatureLength: 4096,
  /** Skills of one kit, skills of one library, kits that one person subscribes to, whom one person follows. */
  kitSkills: 500,
  librarySkills: 1000,
  subscriptions: 200,
  following: 2000,
  /** Skills that one person stars, and characters of what a kit says of a skill. */
  stars: 2000,
  noteLength: 280,
  /** Open invitations of one team, and to one person. */
  invitations: 50,
  /** Invitations by one person to another that are open, or were declined within their lifetime. */
  invitationsBetween: 3,
  offset: mostCounted,
  /** Of one advisory as JSON, of all of a list, and of their number. */
  advisory: 64 * 1024,
  advisoryList: 8 * 1024 * 1024,
  /** Of a list of others, as it is read. */
  advisoryFeed: 4 * 1024 * 1024,
  advisories: 10_000,
} as const;

/** How a schema that transforms its input appears in the API description: as what a client sends. */
export const shownAs = (shown: Record<string, unknown>) => ({
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, shown);
  },
});

/** Control characters and half a surrogate pair: what a database column or a UTF-8 answer can't hold. */
export const unprintable = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Text that people read, of at most so many characters, trimmed. */
export const Prose = (length: number) =>
  z
    .string()
    .trim()
    .max(length)
    .refine((text) => !unprintable.test(text), 'must not have control characters');

/** A whole number in a query; values outside the range are clamped into it (SPEC.md, Errors rule 4). */
const clamped = (minimum: number, maximum: number, fallback: number) =>
  z
    .union([
      z
        .string()
        .regex(/^[+-]?\d+$/, 'must be a whole number')
        .transform(Number),
      z.int(),
    ])
    .default(fallback)
    .transform((value) => Math.min(maximum, Math.max(minimum, value)))
    .meta(shownAs({ type: 'integer', minimum, maximum, default: fallback }));

export const Limit = clamped(1, 100, 50);
export const SearchLimit = clamped(1, 50, 10);
/** Not clamped above: a deep offset is refused with a way to walk everything instead. */
export const Offset = clamped(0, Number.MAX_SAFE_INTEGER, 0).meta(
  shownAs({ type: 'integer', minimum: 0, maximum: limits.offset, default: 0 }),
);

/**
 * One key or a comma-separated list. Unknown keys are dropped; `[]` (only unknown keys) matches nothing,
 * `undefined` (not given) matches everything.
 */
export const CategoryFilter = z
  .string()
  .optional()
  .transform((list) => list?.split(',').filter((key): key is Category => categories.includes(key as Category)))
  .meta({
    ...shownAs({ type: 'string' }),
    description: 'One category key or a comma-separated list.',
    example: 'coding,data',
  });

export const Substring = z
  .string()
  .optional()
  // No text has a NUL, which PostgreSQL can't store.
  .transform((q) => q?.replaceAll('\0', '') || undefined)
  .meta({ ...shownAs({ type: 'string' }), description: 'Case-insensitive substring.' });
