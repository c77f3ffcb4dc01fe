/** Archives of versions where no files hold them: packed once for all who ask, large ones one after the other. */
import { LRUCache } from 'lru-cache';
import {
  type ArchiveKind,
  packArchive,
  packArchiveInThread,
  packZip,
  packZipInThread,
} from '../bundle/archive/archive.ts';
import type { BundleFile } from '../bundle/bundleFile.ts';

export interface Archives {
  /** The archive of a version. `read` may not be called. */
  archiveOf(version: Packable, kind: ArchiveKind, read: () => Promise<BundleFile[]>): Promise<Uint8Array>;
}

interface Packable {
  /** Of the version: it stands for the same files wherever it is. */
  hash: string;
  /** Bytes that its files have together. */
  size: number;
}

const packers = {
  'tar.gz': { here: packArchive, inThread: packArchiveInThread },
  zip: { here: packZip, inThread: packZipInThread },
} as const satisfies Record<ArchiveKind, object>;

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
  const pack = async (key: string, kind: ArchiveKind, { size }: Packable, read: () => Promise<BundleFile[]>) => {
    const { here, inThread } = packers[kind];
    const archive = size > packedHere ? await inTurn(async () => inThread(await read())) : here(await read());
    kept.set(key, archive);
    return archive;
  };
  return {
    archiveOf: async (version, kind, read) => {
      const key = `${kind}:${version.hash}`;
      const known = kept.get(key) ?? underWay.get(key);
      if (known) return known;
      const packing = pack(key, kind, version, read).finally(() => underWay.delete(key));
      underWay.set(key, packing);
      return packing;
    },
  };
}
