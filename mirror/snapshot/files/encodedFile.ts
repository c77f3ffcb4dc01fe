import type { Encoding } from '../../../origin/contract/encodings.ts';

export const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Where the encoded form of a file is, beside it. */
export const encodedFile = (file: string, encoding: Encoding): string => file + suffixes[encoding];
