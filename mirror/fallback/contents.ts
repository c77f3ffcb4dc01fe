/**
 * File contents at the mirror: out of the archives of versions, which hold everything that is public, so it needs neither
 * store nor origin.
 */

import { LRUCache } from 'lru-cache';
import { unpackArchive } from '../../origin/bundle/archive/archive.ts';
import { sha256 } from '../../origin/bundle/manifest.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import type { Db } from '../../origin/store/engine/engine.ts';
import { DamagedContent } from '../../origin/store/engine/faults.ts';
import { fileOf } from '../snapshot/address/address.ts';
import { earlierArchives } from '../snapshot/address/earlier.ts';
import type { Files, FoundFile } from '../snapshot/files/sink.ts';

/** A version that has a content, as the catalog names it. */
interface Holder {
  archive: string;
  /** Where that may be while a snapshot of an earlier layout is taken over. */
  earlier: string[];
  path: string;
  /** Bytes of all its files. */
  size: number;
}

/** Bytes of contents that are kept: who asks for one file of a version asks for others. */
const keptBytes = 24 * 2 ** 20;
/** Versions of more bytes are unpacked one after the other: the largest takes 60 MiB and a tenth of a second meanwhile. */
const unpackedBesideOthers = 2 ** 20;
/** Other versions that are tried where one is damaged, or just being taken away. */
const mostHolders = 4;

/**
 * A reader of contents by hash; each is held against it. Errors: `unavailable` while the snapshot is being changed under it,
 * `DamagedContent` where no archive that should hold it does.
 */
export function fileContents(catalog: Db, files: Pick<Files, 'read'>): (hash: string) => Promise<Uint8Array> {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });
  const underWay = new Map<string, Promise<Unpacked | undefined>>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const unpack = async ({ archive, earlier }: Holder): Promise<Unpacked | undefined> => {
    const found = await firstOf(files, [archive, ...earlier]);
    const unpacked = found && (await unpackedOf(found.body));
    for (const { hash, bytes } of unpacked?.values() ?? []) kept.set(hash, bytes);
    return unpacked;
  };
  /** What every one who asks meanwhile gets: the archive of a version is unpacked once for them. */
  const unpackOnce = (holder: Holder): Promise<Unpacked | undefined> => {
    const { archive, size } = holder;
    const known = underWay.get(archive);
    if (known) return known;
    const unpacking = size > unpackedBesideOthers ? inTurn(() => unpack(holder)) : unpack(holder);
    underWay.set(archive, unpacking);
    return unpacking.finally(() => underWay.delete(archive));
  };
  return async (hash) => {
    const known = kept.get(hash);
    if (known) return known;
    const holders = await holdersOf(catalog, hash);
    let damaged: string | undefined;
    for (const holder of holders) {
      const meanwhile = kept.get(hash);
      if (meanwhile) return meanwhile;
      const unpacked = await unpackOnce(holder);
      const file = unpacked?.get(holder.path);
      if (file?.hash === hash) return file.bytes;
      if (unpacked) damaged = holder.archive;
    }
    if (damaged) throw new DamagedContent(`${damaged} does not hold ${hash}.`);
    throw new ApiError('unavailable', 'This content is being changed; try again in a moment.');
  };
}

async function firstOf(files: Pick<Files, 'read'>, paths: readonly string[]): Promise<FoundFile | undefined> {
  for (const path of paths) {
    const found = await files.read(path);
    if (found) return found;
  }
  return undefined;
}

type Unpacked = Map<string, { hash: string; bytes: Uint8Array }>;

/** By path. What can't be unpacked holds nothing. */
async function unpackedOf(archive: Uint8Array): Promise<Unpacked> {
  const files = await unpackArchive(archive).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    return [];
  });
  return new Map(files.map(({ path, bytes }) => [path, { hash: sha256(bytes), bytes }]));
}

/** The smallest first. */
async function holdersOf(catalog: Db, hash: string): Promise<Holder[]> {
  const rows = await catalog
    .selectFrom('version_files')
    .innerJoin('versions', 'versions.id', 'version_files.version_id')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['profiles.handle', 'skills.slug', 'versions.hash', 'version_files.path'])
    .select((e) =>
      e
        .selectFrom('version_files as all')
        .select((all) => all.fn.sum<number>('all.size').as('size'))
        .whereRef('all.version_id', '=', 'versions.id')
        .as('size'),
    )
    .where('version_files.hash', '=', hash)
    .limit(mostHolders)
    .execute();
  return rows
    .flatMap(({ handle: author, path, size, ...version }) => {
      if (author === null) return [];
      const at = { author, ...version };
      const archive = fileOf({ id: 'versionArchive', values: at });
      return [{ archive, earlier: earlierArchives(at), path, size: Number(size) }];
    })
    .sort((one, other) => one.size - other.size);
}
