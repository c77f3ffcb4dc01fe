/** What a discovery client needs to know of versions before it downloads them. */
import type { Db } from '../engine/engine.ts';

export interface Artifact {
  hash: string;
  description: string;
  /** Of SKILL.md alone: `sha256:…` of its bytes. */
  skillMdDigest: string;
  /** Of the archive of everything: `sha256:…` of its bytes. */
  bundleDigest: string;
  hasMoreFiles: boolean;
}

/** The artifacts of these versions by row id; a version without content has none. */
export async function artifactsOf(db: Db, versionIds: readonly number[]): Promise<Map<number, Artifact>> {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('versions')
    .innerJoin('version_files as main', (join) =>
      join.onRef('main.version_id', '=', 'versions.id').on('main.path', '=', 'SKILL.md'),
    )
    .select([
      'versions.id',
      'versions.hash',
      'versions.description',
      'versions.bundle_digest',
      'main.hash as main_hash',
    ])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('version_files')
            .select('path')
            .whereRef('version_id', '=', 'versions.id')
            .where('path', '<>', 'SKILL.md'),
        )
        .as('has_more'),
    )
    .where('versions.id', 'in', versionIds)
    .execute();
  return new Map(
    rows.map(({ id, hash, description, bundle_digest, main_hash, has_more }) => [
      id,
      {
        hash,
        description,
        skillMdDigest: main_hash,
        bundleDigest: bundle_digest,
        hasMoreFiles: Boolean(has_more),
      },
    ]),
  );
}
