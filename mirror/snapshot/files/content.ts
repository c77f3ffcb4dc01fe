/** What the snapshot keeps of one resource: a file and its encoded forms, put in place and taken away in an order. */

import { hash } from 'node:crypto';
import { etagOfFile, type TagBits } from '../../../origin/contract/headers/cache.ts';
import { type Encoding, encodings, isEncodable } from '../../../origin/contract/headers/encodings.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import { type Encode, encode } from '../../../origin/read/encode.ts';
import { secondsOf } from '../../../origin/read/etag.ts';
import { encodedFile } from './encodedFile.ts';
import type { Digest, Files, Sink } from './sink.ts';

/** What a file and its forms are to be. */
export interface Entry extends Digest {
  path: string;
  /** What it holds: the operation or page that answers it, or `asset`. */
  kind: string;
  /** Of the bytes before any coding. */
  etag: string;
  /** What is not worth encoding has none. */
  forms: Partial<Record<Encoding, Digest>>;
}

/**
 * The coding that files are kept in beside the bytes as they are: clients, web servers and CDNs all take it. Another takes a
 * millisecond to make for who asks, and another third of the space of every page.
 */
const keptEncoding: Encoding = 'gzip';
/** Bytes from which a form is kept: up to a block of the disk it saves none, and an answer gets through in one go. */
const keptFrom = 4097;

/** Whether a file has an encoded form beside it. */
const isKeptEncoded = (type: string, size: number): boolean => size >= keptFrom && isEncodable(type, size);

interface Content {
  entry: Entry;
  /** By the path of each file, the one before any coding first. */
  files: Map<string, Uint8Array>;
}

/** Whether these are the bytes of a digest. */
export const isOf = (bytes: Uint8Array, { sha256, size }: Digest): boolean =>
  bytes.byteLength === size && hash('sha256', bytes) === sha256;

const digestOf = (bytes: Uint8Array): Digest => ({ sha256: hash('sha256', bytes), size: bytes.byteLength });

/** The entry of an answer but for its forms: enough to tell whether it is another than before. */
export function entryOf(path: string, kind: string, { body }: Pick<Answer, 'body'>, tagBits: TagBits): Entry {
  const digest = digestOf(body);
  return { path, kind, etag: etagOfFile(secondsOf(digest.sha256, tagBits), digest.size), ...digest, forms: {} };
}

type Tagged = Pick<Entry, 'sha256' | 'etag'>;
export type Formed = Tagged & { forms: { [E in Encoding]?: Digest | undefined } };

/** Whether these speak of the same bytes under the same tag. What is encoded, and how, follows from the bytes. */
export const isSame = (one: Tagged, other: Tagged | undefined): boolean =>
  one.sha256 === other?.sha256 && one.etag === other.etag;

/** Whether they do, and so do their forms. */
export const isSameInForms = (one: Formed, other: Formed | undefined): boolean =>
  isSame(one, other) && encodings.every((encoding) => one.forms[encoding]?.sha256 === other?.forms[encoding]?.sha256);

export async function contentOf(entry: Entry, { type, body }: Answer, encodeWith: Encode = encode): Promise<Content> {
  const files = new Map([[entry.path, body]]);
  const forms: Entry['forms'] = {};
  if (isKeptEncoded(type, body.byteLength)) {
    const bytes = await encodeWith(body, keptEncoding);
    files.set(encodedFile(entry.path, keptEncoding), bytes);
    forms[keptEncoding] = digestOf(bytes);
  }
  return { entry: { ...entry, forms }, files };
}

/**
 * A form of other bytes must never stand beside a file, not even after a crash: so forms go first and come last. Programs
 * before this one kept some in every coding.
 */
export async function putContent(sink: Pick<Sink, 'write' | 'remove'>, { entry, files }: Content): Promise<void> {
  for (const encoding of encodings) await sink.remove(encodedFile(entry.path, encoding));
  const stamp = stampOf(entry);
  for (const [path, bytes] of files) await sink.write(path, bytes, stamp);
}

/** Takes a file away with its forms; false where there was none. */
export async function removeContent(sink: Pick<Sink, 'remove'>, path: string): Promise<boolean> {
  const removed = await sink.remove(path);
  for (const encoding of encodings) await sink.remove(encodedFile(path, encoding));
  return removed;
}

export interface Fault {
  path: string;
  /** The file that this one is, or is an encoded form of. */
  file: string;
  /** What is wrong with it: `is missing`, for example. */
  what: string;
  /** Whether the store has lost what is in it. */
  isLost?: boolean;
}

/** What of a file and its forms is not as the entry says. Reads every byte. */
export async function faultsOf(files: Pick<Files, 'faultOf'>, entry: Entry): Promise<Fault[]> {
  const file = entry.path;
  const stamp = stampOf(entry);
  const found = [{ path: file, file, what: await files.faultOf(file, { ...entry, ...stamp }) }];
  for (const encoding of encodings) {
    const [path, form] = [encodedFile(file, encoding), entry.forms[encoding]];
    const what = form ? await files.faultOf(path, { ...form, ...stamp }) : undefined;
    found.push({ path, file, what });
  }
  return found.filter((fault): fault is Fault => fault.what !== undefined);
}

/** A form has the seconds of its file. */
export const stampOf = ({ etag }: Pick<Entry, 'etag'>) => ({ seconds: Number.parseInt(etag.slice(1), 16) });
