/** What an operation that writes works with, and the shape of each. */

import type { z } from 'zod';
import type { Input, Operations, Output, WriteId } from '../contract/operations.ts';
import type { Site } from '../read/reading.ts';
import type { Engine } from '../store/engine.ts';
import type { Caller } from '../store/view.ts';

export interface Writing {
  engine: Engine;
  site: Site;
  caller: Caller;
  /** Unix seconds. */
  now(): number;
}

/** Bytes of one of the media types that the operation takes beside JSON. */
export interface RawBody {
  type: string;
  bytes: Uint8Array;
}

type JsonOf<O> = O extends { body: { json: infer B extends z.ZodType } } ? { json: z.output<B> } : undefined;
type RawOf<O> = O extends { body: { raw: readonly string[] } } ? RawBody : never;

/** The body as the table's schema accepted it. */
export type BodyOf<K extends WriteId> = JsonOf<Operations[K]> | RawOf<Operations[K]>;

export interface Written<K extends WriteId> {
  /** 201 where something was made, 200 where it was there or was changed. */
  status: 200 | 201;
  record: Output<K>;
}

/** One write, whole or not at all. Errors: the codes that the table lists for it. */
export type Writer<K extends WriteId> = (writing: Writing, input: Input<K>, body: BodyOf<K>) => Promise<Written<K>>;
