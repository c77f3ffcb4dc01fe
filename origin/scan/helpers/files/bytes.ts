/** The bytes of a file, as detectors read them: a string of Latin-1, a character a byte. */
import type { ScannedFile } from '../../detector.ts';

/** Of a file that is UTF-8 only the start: what is looked for further on is never UTF-8. */
export const bytesOf = ({ text, isText, bytes }: Pick<ScannedFile, 'text' | 'isText' | 'bytes'>): string =>
  bytes ?? (isText ? Buffer.from(text.slice(0, startLength)).toString('latin1') : text);

const startLength = 4096;

/** A number of `size` bytes, the least significant first. */
export function little(bytes: string, at: number, size: number): number {
  let value = 0;
  for (let place = size - 1; place >= 0; place -= 1) value = value * 256 + byteAt(bytes, at + place);
  return value;
}

/** A number of `size` bytes, the most significant first. */
export function big(bytes: string, at: number, size: number): number {
  let value = 0;
  for (let place = 0; place < size; place += 1) value = value * 256 + byteAt(bytes, at + place);
  return value;
}

/** `NaN` behind the end, so that no comparison holds. */
const byteAt = (bytes: string, at: number): number => bytes.charCodeAt(at);

/** The last part of the name in lower case, without its dot; empty where there is none. */
export const extensionOf = (path: string): string => /\.([^./]*)$/.exec(path)?.[1]?.toLowerCase() ?? '';
