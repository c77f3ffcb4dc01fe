/** Pax extended header records, `<length> <key>=<value>\n` (POSIX.1-2017, pax, section "pax Extended Header"). */
import { bundleInvalid } from './allowance.ts';

/** What of a pax header matters here: times, owners and attributes are ignored. */
interface PaxRecords {
  path?: string;
  size?: number;
}

/** Throws `bundle_invalid` for a malformed header and for sparse files, whose data is not their content. */
export function readPax(bytes: Uint8Array): PaxRecords {
  const records: PaxRecords = {};
  for (let offset = 0; offset < bytes.length; ) {
    const space = offset + bytes.subarray(offset, offset + maxDigits + 1).indexOf(0x20);
    const digits = latin1(bytes.subarray(offset, Math.max(offset, space)));
    const end = offset + Number(digits);
    const isWhole = /^[1-9]\d*$/.test(digits) && end <= bytes.length && bytes[end - 1] === 0x0a;
    if (!isWhole) throw bundleInvalid('The tar archive is damaged: a pax header is malformed.');

    const record = bytes.subarray(space + 1, end - 1);
    const equals = record.indexOf(0x3d);
    const key = latin1(record.subarray(0, Math.max(0, equals)));
    const value = record.subarray(equals + 1);
    if (key === 'path') records.path = new TextDecoder().decode(value);
    if (key === 'size') records.size = wholeNumber(latin1(value));
    if (key.startsWith('GNU.sparse.')) throw bundleInvalid('The tar archive holds a sparse file.', records.path);
    offset = end;
  }
  return records;
}

/** The records as header data, in the order given. Values are strings without line breaks. */
export function writePax(records: Record<string, string>): Uint8Array {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    const bytes = Buffer.byteLength(rest);
    // The length counts its own digits, which may add one more.
    const digits = String(bytes + String(bytes).length).length;
    return `${bytes + digits}${rest}`;
  });
  return new TextEncoder().encode(lines.join(''));
}

/** No record is longer than an upload may be, so no length has more digits than this. */
const maxDigits = 9;

function wholeNumber(digits: string): number {
  if (!/^\d{1,15}$/.test(digits)) throw bundleInvalid('The tar archive is damaged: a pax size is not a number.');
  return Number(digits);
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
