/** The snapshot's files as answers. Their tags are made of the bytes that are sent, so none is sent under another's. */

import { extname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../origin/contract/errors.ts';
import type { TagBits } from '../../origin/contract/headers/cache.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { isFormOf } from '../../origin/read/encode.ts';
import { etagOf } from '../../origin/read/etag.ts';
import { assetType } from '../site/built.ts';
import { addressOf } from '../snapshot/address/address.ts';
import { stampOf } from '../snapshot/files/content.ts';
import { encodedFile } from '../snapshot/files/encodedFile.ts';
import type { Files, FoundFile } from '../snapshot/files/sink.ts';

type SnapshotFile = Required<Pick<Answer, 'body' | 'etag' | 'encoded' | 'isCurrent'>>;

export interface SnapshotFiles {
  /** `file` must be a path that `fileOf` made. Undefined where there is none, or it is damaged. */
  read(file: string): Promise<SnapshotFile | undefined>;
  /** Tells whether this file is the one that is there now; undefined where there is none. `file` as above. */
  look(file: string): Promise<(() => boolean) | undefined>;
  /** A file that pages load. `path` comes from a request: nothing outside the assets is read. Errors: `unavailable`, of one that is damaged. */
  asset(path: string): Promise<Answer | undefined>;
}

/** Milliseconds that a look at a file is good for, while no file is read. */
const lookHolds = 50;

/**
 * A look at its file tells whether an answer is current, in microseconds where the file is in use. A look is not repeated
 * right away, but it is once any file was read after it: so a client that was sent a file is never sent one that had been
 * replaced before that. However many clients are being sent a large file, slow ones among them, it is in memory once.
 */
export function snapshotFiles(
  files: Pick<Files, 'read'>,
  tagBits: TagBits,
  damaged: (path: string) => void,
): SnapshotFiles {
  let lastRead = 0;
  const sent = beingSent();
  const looks = new LRUCache<string, { isCurrent(): boolean; look(): boolean }>({ max: maxRemembered });
  const lookingLess = (isCurrent: () => boolean): (() => boolean) => {
    let looked = 0;
    return () => {
      const now = performance.now();
      if (looked > lastRead && now < looked + lookHolds) return true;
      looked = now;
      return isCurrent();
    };
  };
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
    if (found.stamp.seconds !== stampOf({ etag }).seconds) {
      damaged(path);
      return undefined;
    }
    return {
      body,
      etag,
      encoded: async (encoding) => {
        const place = encodedFile(path, encoding);
        const form = await readFile(place);
        // A file's forms come after it and go before it: while it is current, the forms next to it are of its bytes.
        if (!form || !isCurrent()) return undefined;
        if (body.byteLength >= large || (await isFormOf(form.body, body, encoding))) return form.body;
        if (isCurrent()) damaged(place);
        return undefined;
      },
      isCurrent: lookingLess(isCurrent),
    };
  };
  return {
    read,
    look: async (path) => {
      const known = looks.get(path);
      if (known?.isCurrent()) return known.look;
      const found = await files.read(path);
      lastRead = performance.now();
      if (!found) return undefined;
      const look = lookingLess(found.isCurrent);
      looks.set(path, { isCurrent: found.isCurrent, look });
      return look;
    },
    asset: async (path) => {
      if (!assetPath.test(path) || addressOf(path.slice(1))) return undefined;
      const name = path.slice(1);
      const file = await read(name);
      if (!file && (await files.read(name))) throw new ApiError('unavailable', 'This file is damaged.');
      return file && { type: assetType(extname(path)), ...file };
    },
  };
}

interface Tagged extends FoundFile {
  etag: string;
}

/** Bytes from which a file that is still being sent is not read again, nor its form decoded; and how many files are remembered. */
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
    add: (path: string, { body, ...known }: Tagged): void => {
      // Small reads are parts of a buffer that others are in as well.
      const isWhole = body.byteLength === body.buffer.byteLength;
      if (isWhole && body.byteLength >= large) files.set(path, { ...known, bytes: new WeakRef(body.buffer) });
    },
  };
}

const assetPath = /^(?:\/_astro)?\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
