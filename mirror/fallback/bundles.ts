/** File contents at the mirror: out of the bundles that the snapshot holds, so it needs neither store nor origin. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { readArchive } from '../../origin/bundle/archive.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { operations } from '../../origin/contract/operations.ts';
import { pathTemplate } from '../../origin/contract/template.ts';
import type { Db } from '../../origin/store/engine.ts';
import { fileOf } from '../snapshot/address.ts';

/** Bytes of unpacked bundles kept for the next question about the same version. */
const keptBytes = 32 * 1024 * 1024;

/** Where a snapshot has bundles that was made before archives had addresses of their own, until it is built in full. */
const earlier = pathTemplate(`${apiPrefix.slice(1)}${operations.getSkillVersionBundle.path}.tar.gz`);

/** A reader of contents by hash. Errors: `unavailable` while the snapshot is being changed under it. */
export function bundleContents(catalog: Db, root: string): (hash: string) => Promise<Uint8Array> {
  const bundles = new LRUCache<string, Map<string, Uint8Array>>({
    maxSize: keptBytes,
    sizeCalculation: (files) => [...files.values()].reduce((size, bytes) => size + bytes.byteLength, 1),
  });
  const open = async (file: string) => {
    const known = bundles.get(file);
    if (known) return known;
    const files = await readArchive(await readFile(join(root, file)), 'tar.gz');
    const contents = new Map(files.map(({ path, bytes }) => [path, bytes]));
    bundles.set(file, contents);
    return contents;
  };
  return async (hash) => {
    const place = await catalog
      .selectFrom('version_files')
      .innerJoin('versions', 'versions.id', 'version_files.version_id')
      .innerJoin('skills', 'skills.id', 'versions.skill_id')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['profiles.handle', 'skills.slug', 'versions.hash', 'version_files.path'])
      .where('version_files.hash', '=', hash)
      .executeTakeFirst();
    const values = { author: place?.handle ?? '', slug: place?.slug ?? '', hash: place?.hash ?? '' };
    const contents =
      place &&
      (await open(fileOf({ id: 'versionArchive', values }))
        .catch(() => open(earlier.format(values)))
        .catch(() => undefined));
    const bytes = contents?.get(place?.path ?? '');
    if (!bytes) throw new ApiError('unavailable', 'This content is being changed; try again in a moment.');
    return bytes;
  };
}
