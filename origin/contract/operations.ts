/**
 * The table of operations: the only statement of a path, a parameter, a shape, a scope, a bucket or a cache rule
 * (SPEC.md, Endpoints; CONTRACT.md, Reads and Writes). Routes, validation, the OpenAPI description, the typed client
 * and the snapshot's files are derived from it. Every operation may also answer `rate_limited` and `internal`.
 */
import type { z } from 'zod';
import { filled, type PlacesIn } from './grammar/paths.ts';
import { accounts } from './operations/account.ts';
import { clawhub } from './operations/clawhub.ts';
import { following } from './operations/following.ts';
import { kits } from './operations/kits.ts';
import { machines } from './operations/machines.ts';
import { moderation } from './operations/moderation.ts';
import { operators } from './operations/operators.ts';
import { pairing } from './operations/pairing.ts';
import { people } from './operations/people.ts';
import { reading } from './operations/public.ts';
import { publishing } from './operations/publishing.ts';
import { type OperationSpec, type PathParameter, pathOf } from './operations/row.ts';

export const operations = {
  ...reading,
  ...publishing,
  ...people,
  ...following,
  ...kits,
  ...machines,
  ...pairing,
  ...moderation,
  ...operators,
  ...accounts,
  ...clawhub,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
/** One row of the table, when any row will do. */
export type Operation = OperationSpec;

export const operationIds = Object.keys(operations) as OperationId[];
/** The row as its general shape: what code that works on every operation reads. */
export const operationOf = (id: OperationId): Operation => operations[id];

type PathValues<P extends string> = { [Name in PlacesIn<P> & PathParameter]: string };
type QueryValues<O> = O extends { query: infer Q extends z.ZodObject } ? z.output<Q> : unknown;
type QueryArguments<O> = O extends { query: infer Q extends z.ZodObject } ? z.input<Q> : unknown;
type BodyOf<O> = O extends { body: { json: infer B extends z.ZodType } } ? z.input<B> : never;

/** The root-relative path of an operation; its query is not in it. */
export const operationPath = <K extends OperationId>(id: K, values: PathValues<Operations[K]['path']>): string =>
  filled(pathOf(operations[id]), values);

/** Path and query of an operation after validation: what a loader receives. */
export type Input<K extends OperationId> = PathValues<Operations[K]['path']> & QueryValues<Operations[K]>;
/** Path and query as a client gives them. */
export type Arguments<K extends OperationId> = PathValues<Operations[K]['path']> & QueryArguments<Operations[K]>;
export type JsonBody<K extends OperationId> = BodyOf<Operations[K]>;
/** What a success carries. */
export type Output<K extends OperationId> = Operations[K] extends { response: infer R extends z.ZodType }
  ? z.output<R>
  : Uint8Array;

type MethodOf<K extends OperationId> = Operations[K]['method'];
/** The operations that read, each with a loader of its name. */
export type ReadId = { [K in OperationId]: MethodOf<K> extends 'GET' ? K : never }[OperationId];
/** The operations that write. `callMcp` only reads and is served by a transport of its own. */
export type WriteId = Exclude<{ [K in OperationId]: MethodOf<K> extends 'GET' ? never : K }[OperationId], 'callMcp'>;

/** Those of them that answer anyone; the others are about their caller. */
export type PublicReadId = { [K in ReadId]: Operations[K]['access'] extends 'anonymous' ? K : never }[ReadId];

export const readIds = operationIds.filter((id): id is ReadId => operations[id].method === 'GET');
