/** Puts the files of a version into objects before the transaction that names them. */
import { ApiError } from '../../contract/errors.ts';
import type { Content, Contents, Upload } from '../../store/contents/contents.ts';
import { heal } from '../../store/contents/heal.ts';
import { isInside, NotStored } from '../../store/contents/uploads.ts';
import { isPassing } from '../../store/engine/faults.ts';
import type { Stored } from '../../store/skills/blobs.ts';

/** Where a version's files are: nothing of it is set where all of them go into the database. */
export interface Placed {
  uploads?: readonly Upload[];
  /** Hashes that were stored a moment ago, which the transaction is to make sure of. */
  presumed?: readonly string[];
}

export interface Uploading<T> {
  /** Where to. */
  place: Stored & { contents: Contents };
  files: readonly (Content & { path: string })[];
  /** Hashes that need not be put. */
  stored: readonly string[];
  publish(placed: Placed): Promise<T>;
  isStored(done: T): boolean;
  /** It waits until what it found damaged in the object store is put right: else that goes on by itself. */
  waits?: boolean;
}

/** Times that what was swept meanwhile is put again. */
const repeats = 3;

/**
 * What was put for a write that was refused, or turned out to name nothing of it,
 * is deleted at once; after a failure that leaves open what was committed, the sweeper finds it. What was there before
 * is put right where it is damaged, since its bytes are at hand.
 */
export async function uploading<T>({ place, files, stored, publish, isStored, waits }: Uploading<T>): Promise<T> {
  const { contents } = place;
  const outside = [...new Map(files.filter((file) => !isInside(file)).map((file) => [file.hash, file])).values()];
  const uploads = new Map<string, Upload>();
  const discard = () => contents.delete([...uploads.values()].map(({ object }) => object)).catch(() => undefined);
  let wanted: readonly string[] = outside.map(({ hash }) => hash).filter((hash) => !stored.includes(hash));
  for (let times = 0; ; times += 1) {
    for (const upload of await contents.put(outside.filter(({ hash }) => wanted.includes(hash))))
      uploads.set(upload.hash, upload);
    const presumed = outside.map(({ hash }) => hash).filter((hash) => !uploads.has(hash));
    try {
      const done = await publish({ uploads: [...uploads.values()], presumed });
      if (!isStored(done)) await discard();
      const healing = heal(place, outside, new Set([...uploads.values()].map(({ object }) => object)));
      // The log hears of an object store that fails; and the publish is done.
      const healed = healing.catch(() => undefined);
      if (waits) await healed;
      return done;
    } catch (error) {
      if (error instanceof NotStored && times < repeats) {
        wanted = error.hashes;
        continue;
      }
      if (error instanceof ApiError && !isPassing(error)) await discard();
      throw error;
    }
  }
}
