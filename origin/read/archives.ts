/** Archives of versions where no files hold them: packed once for all who ask, large ones one after the other. */
import { LRUCache } from 'lru-cache';
import { packArchive, packArchiveInThread } from '../bundle/archive/archive.ts';
import type { BundleFile } from '../bundle/bundleFile.ts';

export interface Archives {
  /** The archive of the version with this hash, whose files have `size` bytes together. `read` may not be called. */
  archiveOf(hash: string, size: number, read: () => Promise<BundleFile[]>): Promise<Uint8Array>;
}

/** Bytes of archives that are cached. */
const keptBytes = 32 * 1024 * 1024;
/** Up to this many bytes, packing takes as long as starting a thread for it would. */
const packedHere = 0x10000;

/**
 * Anyone may ask for any version, as often as for other reads, and the largest takes a second or two to pack: so that
 * holds up no other answer, and however many ask, one at a time is in memory.
 */
export function openArchives(): Archives {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const underWay = new Map<string, Promise<Uint8Array>>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const packed = last.then(work);
    last = packed.catch(() => undefined);
    return packed;
  };
  const pack = async (hash: string, size: number, read: () => Promise<BundleFile[]>): Promise<Uint8Array> => {
    const isLarge = size > packedHere;
    const archive = isLarge ? await inTurn(async () => packArchiveInThread(await read())) : packArchive(await read());
    kept.set(hash, archive);
    return archive;
  };
  return {
    archiveOf: async (hash, size, read) => {
      const known = kept.get(hash) ?? underWay.get(hash);
      if (known) return known;
      const packing = pack(hash, size, read).finally(() => underWay.delete(hash));
      underWay.set(hash, packing);
      return packing;
    },
  };
}
