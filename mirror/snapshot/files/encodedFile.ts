import type { Encoding } from '../../../origin/contract/headers/encodings.ts';

export const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Where the encoded form of a file is, beside it. */
export const encodedFile = (file: string, encoding: Encoding): string => file + suffixes[encoding];

/** Whether a file of this name would be the encoded form of one that is called the same without its ending. */
export const isEncodedFile = (file: string): boolean => Object.values(suffixes).some((suffix) => file.endsWith(suffix));
