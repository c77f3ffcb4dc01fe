/** Entries of the log: one line of JSON each, in one form, with random bytes that keep a redacted text from being guessed. */
import { leafHash } from './hash.ts';
import { base64 } from './keys.ts';

export type Fields = Readonly<Record<string, string | number>>;

/** Bytes of a line. */
const longest = 4096;

const canonical = (fields: Fields): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))));

/** `salt`: 16 random bytes. Errors: of a text that is too long. */
export function entryLine(fields: Fields, salt: Uint8Array): string {
  const line = canonical({ ...fields, salt: base64.encode(salt) });
  if (Buffer.byteLength(line) > longest) throw new Error(`An entry of the log has at most ${longest} bytes.`);
  return line;
}

/** What a line says. Errors: one sentence, where it is none, or in another form. */
export function parseEntry(line: string): Fields {
  const fields = parsed(line);
  const isOne =
    fields !== undefined &&
    Object.values(fields).every((value) => typeof value === 'string' || Number.isSafeInteger(value)) &&
    canonical(fields as Fields) === line;
  if (!isOne) throw new Error('It is no entry of the log.');
  return fields as Fields;
}

function parsed(line: string): object | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What stands in the place of an entry whose text was taken out. */
export const redactedLine = (hash: Uint8Array): string => canonical({ redacted: base64.encode(hash) });

/** The hash of an entry in the tree, also of one whose text was taken out. */
export function entryHash(line: string): Buffer {
  const [, redacted] = /^\{"redacted":"([A-Za-z0-9+/]{43}=)"\}$/.exec(line) ?? [];
  return (redacted && base64.decode(redacted)) || leafHash(Buffer.from(line));
}
