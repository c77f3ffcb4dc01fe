/** The snapshot's files as answers. Their tags are made of the bytes that are sent, so none is sent under another's. */

import { extname } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { TagBits } from '../../origin/contract/cache.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { etagOf } from '../../origin/read/etag.ts';
import { assetType } from '../site/built.ts';
import { addressOf } from '../snapshot/address/address.ts';
import { encodedFile } from '../snapshot/files/encodedFile.ts';
import type { Files, FoundFile } from '../snapshot/files/sink.ts';

type SnapshotFile = Required<Pick<Answer, 'body' | 'etag' | 'encoded' | 'isCurrent'>>;

export interface SnapshotFiles {
  /** `file` must be a path that `fileOf` made. Undefined where there is none. */
  read(file: string): Promise<SnapshotFile | undefined>;
  /** A file that pages load. `path` comes from a request: nothing outside the assets is read. */
  asset(path: string): Promise<Answer | undefined>;
}

/** Milliseconds that a look at a file is good for, while no file is read. */
const lookHolds = 50;

/**
 * A look at its file tells whether an answer is current, in microseconds where the file is in use. A look is not repeated
 * right away, but it is once any file was read after it: so a client that was sent a file is never sent one that had been
 * replaced before that. However many clients are being sent a large file, slow ones among them, it is in memory once.
 */
export function snapshotFiles(files: Pick<Files, 'read'>, tagBits: TagBits): SnapshotFiles {
  let lastRead = 0;
  const sent = beingSent();
  const readFile = async (path: string): Promise<Tagged | undefined> => {
    const known = sent.find(path);
    const found = known ?? (await files.read(path));
    lastRead = performance.now();
    if (!found || known) return known;
    const tagged = { ...found, etag: etagOf(found.body, tagBits) };
    sent.add(path, tagged);
    return tagged;
  };
  const read: SnapshotFiles['read'] = async (path) => {
    const found = await readFile(path);
    if (!found) return undefined;
    const { body, etag, isCurrent } = found;
    let looked = 0;
    return {
      body,
      etag,
      encoded: async (encoding) => {
        const form = await readFile(encodedFile(path, encoding));
        // A file's forms come after it and go before it: while it is current, the forms next to it are of its bytes.
        return form && isCurrent() ? form.body : undefined;
      },
      isCurrent: () => {
        const now = performance.now();
        if (looked > lastRead && now < looked + lookHolds) return true;
        looked = now;
        return isCurrent();
      },
    };
  };
  return {
    read,
    asset: async (path) => {
      if (!assetPath.test(path) || addressOf(path.slice(1))) return undefined;
      const file = await read(path.slice(1));
      return file && { type: assetType(extname(path)), ...file };
    },
  };
}

interface Tagged extends FoundFile {
  etag: string;
}

/** Bytes from which a file that is still being sent is not read again, and how many such are remembered. */
const large = 0x40000;
const maxRemembered = 1000;

/** Large files for as long as anything holds their bytes, which is what they are sent from. */
function beingSent() {
  const files = new LRUCache<string, Omit<Tagged, 'body'> & { bytes: WeakRef<ArrayBufferLike> }>({
    max: maxRemembered,
  });
  return {
    find: (path: string): Tagged | undefined => {
      const known = files.get(path);
      const buffer = known?.bytes.deref();
      return buffer && known?.isCurrent() ? { ...known, body: new Uint8Array(buffer) } : undefined;
    },
    add: (path: string, { body, etag, isCurrent }: Tagged): void => {
      // Small reads are parts of a buffer that others are in as well.
      const isWhole = body.byteLength === body.buffer.byteLength;
      if (isWhole && body.byteLength >= large) files.set(path, { etag, isCurrent, bytes: new WeakRef(body.buffer) });
    },
  };
}

const assetPath = /^(?:\/_astro)?\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
