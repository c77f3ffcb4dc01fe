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
  /** Bytes; inputs never get longer. */
  longest: number;
  /** Words of the format that are in no code of ours. */
  words?: string[];
  /** Another way to change an input, for formats whose sums no blind change survives. `change` is the blind one. */
  reshape?(input: Uint8Array, change: (bytes: Uint8Array) => Uint8Array): Uint8Array | undefined;
}

/** Whether the parser took it: false where it refused with one of the codes. Anything else that is thrown is passed on. */
export async function taken<T>(codes: readonly ErrorCode[], read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
