/** One parser of foreign bytes, as the fuzzer sees it. */
import { ApiError, type ErrorCode } from '../../origin/contract/errors.ts';

export interface Target {
  /** Inputs to begin with: the more of the parser they reach, the less has to be guessed. */
  seeds: Uint8Array[];
  /**
   * Has the parser read the input, and compares what came out with what must hold. Answers whether the parser took it.
   * Throws where something does not hold.
   */
  check(input: Uint8Array): boolean | Promise<boolean>;
  /** Throws where a program of others reads the input otherwise. Too slow for each: asked of what is taken and new, and of others now and then. */
  referee?(input: Uint8Array): void | Promise<void>;
  /** Bytes; inputs never get longer. */
  longest: number;
  /** Bytes up to which a part of an input is repeated now and then, to see what takes longer than its length deserves. */
  grown?: number;
  /** Milliseconds of computing that an input may take beyond what any may: where the parser has a bound of its own. */
  patience?: number;
  /** Words of the format that are in no code of ours. */
  words?: string[];
  /** Another way to change an input, for formats whose sums no blind change survives. `change` is the blind one. */
  reshape?(input: Uint8Array, change: (bytes: Uint8Array) => Uint8Array): Uint8Array | undefined;
}

/** The value that the parser read; undefined where it refused with one of the codes. Anything else that is thrown is passed on. */
export const taken = <T>(codes: readonly ErrorCode[], read: () => T | Promise<T>): Promise<T | undefined> =>
  unlessRefused((error) => error instanceof ApiError && codes.includes(error.code), read);

/** The same for parsers that refuse otherwise. */
export async function unlessRefused<T>(
  isRefusal: (error: unknown) => boolean,
  read: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Undefined where no client could send them. Those without a value are not sent. */
export function headersOf(said: Readonly<Record<string, string>>): Headers | undefined {
  try {
    return new Headers(Object.entries(said).filter(([, value]) => value !== ''));
  } catch {
    return undefined;
  }
}
