/** An entry of a log: one line of JSON with one spelling (RFC 8785, of strings and whole numbers alone). */
import { hashLength, leafHash } from './hash.ts';
import { malformed } from './logError.ts';
import { base64, readHash } from './spelling.ts';

export type Fields = Readonly<Record<string, string | number>>;

/** Bytes of UTF-8. */
const longestLine = 4096;
const saltLength = 16;
const redacted = 'redacted';

/**
 * The line of an entry, without a line break. `salt`, 16 random bytes, keeps who has its hash from guessing what it
 * said. Throws RangeError for more than 4,096 bytes, numbers that are not whole, broken UTF-16, and fields `salt` or `redacted`.
 */
export function entryLine(fields: Fields, salt: Uint8Array): string {
  if (salt.length !== saltLength) throw new RangeError(`A salt has ${saltLength} bytes.`);
  if (Object.hasOwn(fields, 'salt') || Object.hasOwn(fields, redacted)) {
    throw new RangeError(`A field of an entry is not called "salt" or "${redacted}".`);
  }
  const line = canonical({ ...fields, salt: base64(salt) });
  if (line === undefined || Buffer.byteLength(line) > longestLine) {
    throw new RangeError(`An entry has strings and whole numbers, and at most ${longestLine} bytes.`);
  }
  return line;
}

/** The fields of a line, its salt too. Throws LogError for any spelling but the canonical one, and above 4,096 bytes. */
export function parseEntry(line: string): Record<string, string | number> {
  if (Buffer.byteLength(line) > longestLine) throw malformed(`The entry has more than ${longestLine} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw malformed('The entry is no JSON.');
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || canonical(value as object) !== line) {
    throw malformed('The entry is no object of strings and whole numbers in canonical JSON.');
  }
  return value as Record<string, string | number>;
}

/** What stands in place of an entry that was taken out of the log: its hash, so all proofs still hold. */
export function redactedLine(hash: Uint8Array): string {
  if (hash.length !== hashLength) throw new RangeError(`A hash has ${hashLength} bytes.`);
  return `{"${redacted}":"${base64(hash)}"}`;
}

/** The hash that a line stands for in the tree: of its bytes, or the one that a redacted line names. */
export const entryHash = (line: string): Buffer => redactedHash(line) ?? leafHash(Buffer.from(line));

function redactedHash(line: string): Buffer | undefined {
  const [, hash = ''] = /^\{"redacted":"([A-Za-z0-9+/=]{44})"\}$/.exec(line) ?? [];
  return readHash(hash);
}

/** Keys in the order of their UTF-16 code units (RFC 8785, section 3.2.3). Undefined for what such JSON can’t say. */
function canonical(fields: object): string | undefined {
  const entries = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  const isSound = entries.every(
    ([name, value]) =>
      name.isWellFormed() && (typeof value === 'string' ? value.isWellFormed() : Number.isSafeInteger(value)),
  );
  if (!isSound) return undefined;
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}
