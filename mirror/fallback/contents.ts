/** File contents at the mirror: out of the records of files that the snapshot holds, so it needs neither store nor origin. */

import { sha256 } from '../../origin/bundle/manifest.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import type { Output } from '../../origin/contract/operations.ts';
import type { Db } from '../../origin/store/engine/engine.ts';
import { DamagedContent } from '../../origin/store/engine/faults.ts';
import { fileOf } from '../snapshot/address/address.ts';
import type { Files } from '../snapshot/files/sink.ts';

/**
 * A reader of contents by hash. Errors: `unavailable` while the snapshot is being changed under it, `DamagedContent` where
 * a file of it holds something else.
 */
export function fileContents(catalog: Db, files: Pick<Files, 'read'>): (hash: string) => Promise<Uint8Array> {
  return async (hash) => {
    const place = await catalog
      .selectFrom('version_files')
      .innerJoin('versions', 'versions.id', 'version_files.version_id')
      .innerJoin('skills', 'skills.id', 'versions.skill_id')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['profiles.handle', 'skills.slug', 'versions.hash', 'version_files.path'])
      .where('version_files.hash', '=', hash)
      .executeTakeFirst();
    const { handle, ...values } = place ?? { handle: null };
    const file = handle && fileOf({ id: 'getSkillVersionFile', values: { author: handle, ...values } });
    const record = file && (await files.read(file));
    if (!record) throw new ApiError('unavailable', 'This content is being changed; try again in a moment.');
    const bytes = contentIn(record.body);
    if (!bytes || sha256(bytes) !== hash) throw new DamagedContent(`${file} does not hold ${hash}.`);
    return bytes;
  };
}

/** The bytes in the record of a file; undefined where it is none. */
export function contentIn(record: Uint8Array): Uint8Array | undefined {
  try {
    const { text, encoding }: Output<'getSkillVersionFile'> = JSON.parse(String(record));
    return Buffer.from(text, encoding);
  } catch {
    return undefined;
  }
}
