/** Contents that are objects: what is asked of them, and what they are called. Nothing in a name tells whose it is. */
import { randomBytes } from 'node:crypto';

export interface Content {
  /** `sha256:…` of `bytes`. */
  hash: string;
  bytes: Uint8Array;
}

/** A content that was put there. */
export interface Upload {
  hash: string;
  object: string;
  size: number;
}

/** Every member rejects with `ContentsAway` where the objects can’t be reached, or are not this registry’s. */
export interface Contents {
  /** For people: a folder or `s3://bucket/prefix`. */
  readonly address: string;
  /** All of them, each as an object of its own that nothing else is called; a failure may leave some without a row. */
  put(contents: readonly Content[]): Promise<Upload[]>;
  /** As it was put; undefined where there is none. Like `names`, it asks no database. `isFresh`: not out of memory. */
  get(object: string, isFresh?: boolean): Promise<Uint8Array | undefined>;
  /** Puts `bytes`, which its name has the hash of, in its place where it holds others or is missing, and nothing else. */
  heal(object: string, bytes: Uint8Array): Promise<void>;
  /** In the order of their bytes. */
  names(): AsyncIterable<string>;
  delete(objects: readonly string[]): Promise<void>;
  /** Rejects unless they can be reached now, and are this registry’s. */
  probe(): Promise<void>;
}

/** All of them are below it. */
export const folder = 'contents/';

const nameForm = /^contents\/[0-9a-f]{2}\/([0-9a-f]{64})\.(\d{10,11})-[0-9a-f]{12}$/;

/** Unix seconds of its upload; undefined for what is no content of ours. */
export function uploadedAt(object: string): number | undefined {
  const time = nameForm.exec(object)?.[2];
  return time === undefined ? undefined : Number(time);
}

/** What its bytes are to be, `sha256:…`; undefined for what is no content of ours. */
export function hashIn(object: string): string | undefined {
  const digest = nameForm.exec(object)?.[1];
  return digest && `sha256:${digest}`;
}

export const clock = (): number => Math.floor(Date.now() / 1000);

export function nameFor(hash: string): string {
  const digest = hash.slice('sha256:'.length);
  return `${folder}${digest.slice(0, 2)}/${digest}.${clock()}-${randomBytes(6).toString('hex')}`;
}
