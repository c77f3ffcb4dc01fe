/**
 * The snapshot's files in an object store: each file's bytes under their hash, which the manifest names. They never change,
 * so they can be kept for as long as there is room, and what is not of its hash is never given to anyone.
 */
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../origin/contract/errors.ts';
import { encodings } from '../../../origin/contract/headers/encodings.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Objects } from '../../../origin/store/objects/objects.ts';
import { encodedFile } from './encodedFile.ts';
import type { FollowedManifest } from './followed.ts';
import { entriesAfter } from './manifest.ts';
import type { Digest, Files, Sink } from './sink.ts';

export const objectsPrefix = 'snapshot/';

/** `snapshot/<2 hex>/<64 hex>`. */
export const objectOf = (sha256: string): string => `${objectsPrefix}${sha256.slice(0, 2)}/${sha256}`;

interface Parts {
  objects: Objects;
  manifest: Pick<FollowedManifest, 'find'>;
  catalog(): Promise<Db | undefined>;
  /** Hears of an object that can't be had as it should be. */
  trouble(object: string, what: string): void;
}

/** Bytes in memory, and of a file that is kept there. */
const [mostBytes, mostOfOne] = [64 * 1024 * 1024, 4 * 1024 * 1024];

/** Milliseconds that an object is waited for by who asked for a file. */
const patience = 5000;

/** Reading rejects with `unavailable` where the object store does not give what the manifest names. */
export function objectFiles({ objects, manifest, catalog, trouble }: Parts): Files {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: mostBytes,
    sizeCalculation: sizeOf,
    maxEntrySize: mostOfOne,
  });
  const coming = new Map<string, Promise<Uint8Array>>();

  const fetchOnce = async ({ sha256 }: Digest): Promise<Uint8Array> => {
    let what = '';
    // What came damaged may be as it should be the next time.
    for (let tries = 0; tries < 2; tries += 1) {
      const bytes = await bounded(objects.get(objectOf(sha256))).catch((error: Error) => error);
      if (bytes instanceof Error) {
        what = bytes.message;
        break;
      }
      if (bytes && hash('sha256', bytes) === sha256) return bytes;
      what = bytes ? 'holds other bytes than its name says' : 'is missing';
    }
    trouble(objectOf(sha256), what);
    throw new ApiError('unavailable', 'This file can’t be read right now. Try again in a moment.');
  };
  const bytesOf = async (digest: Digest): Promise<Uint8Array> => {
    const known = kept.get(digest.sha256);
    if (known) return known;
    const fetched = coming.get(digest.sha256) ?? fetchOnce(digest).finally(() => coming.delete(digest.sha256));
    coming.set(digest.sha256, fetched);
    const bytes = await fetched;
    kept.set(digest.sha256, bytes);
    return bytes;
  };

  return {
    read: async (path) => {
      const file = await manifest.find(path);
      return file && { body: await bytesOf(file), stamp: { seconds: file.seconds }, isCurrent: file.isCurrent };
    },
    list: () => pathsIn(catalog),
    // That the manifest names it is looked at by who has the manifest.
    faultOf: async (_, { sha256, size }) => {
      const bytes = await objects.get(objectOf(sha256));
      if (!bytes) return 'is missing from the object store';
      return bytes.byteLength === size && hash('sha256', bytes) === sha256
        ? undefined
        : 'is damaged: it holds other bytes';
    },
  };
}

/** What is written shows, or goes, with the manifest's row; objects that nothing names are swept later (build/sweepObjects.ts). */
export const objectSink = (parts: Parts): Sink => ({
  ...objectFiles(parts),
  isByManifest: true,
  write: (_, bytes) => parts.objects.put(objectOf(hash('sha256', bytes)), bytes),
  remove: async () => true,
  sync: async () => undefined,
});

const sizeOf = (bytes: Uint8Array): number => bytes.byteLength + 200;

async function bounded<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = wait(patience, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`did not come within ${patience / 1000} s`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

const entriesAtOnce = 1000;

async function* pathsIn(catalog: Parts['catalog']): AsyncGenerator<string> {
  const db = await catalog();
  for (let last = ''; db; ) {
    const entries = await entriesAfter(db, last, entriesAtOnce);
    for (const { path, forms } of entries) {
      yield path;
      for (const encoding of encodings) if (forms[encoding]) yield encodedFile(path, encoding);
    }
    if (entries.length === 0) return;
    last = entries.at(-1)?.path ?? '';
  }
}
