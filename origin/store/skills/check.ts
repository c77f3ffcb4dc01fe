/** Looks whether the store holds together: what `doctor` says of it. Reads everything once; changes nothing. */
import { sha256, versionHash } from '../../bundle/manifest.ts';
import type { Db } from '../engine/engine.ts';
import { filesOf } from './versions.ts';

export interface StoreReport {
  skills: number;
  versions: number;
  files: number;
  /** One sentence each; empty where nothing is wrong. */
  problems: string[];
}

/** `onProgress` gets how many versions were looked at. */
export async function checkStore(db: Db, onProgress: (done: number, total: number) => void): Promise<StoreReport> {
  const problems: string[] = [];
  const versions = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.id', 'versions.hash', 'versions.number', 'versions.skill_id', 'skills.slug'])
    .where('withdrawn_at', 'is', null)
    .orderBy('versions.id')
    .execute();
  let files = 0;
  const sound = new Set<string>();
  for (const [index, version] of versions.entries()) {
    onProgress(index, versions.length);
    const manifest = await filesOf(db, version.id);
    files += manifest.length;
    if (versionHash(manifest) !== version.hash)
      problems.push(`${version.slug} version ${version.number}: its files do not make its hash.`);
    for (const { path, hash } of manifest) {
      if (sound.has(hash)) continue;
      if ((await contentHash(db, hash)) === hash) sound.add(hash);
      else problems.push(`${version.slug} version ${version.number}: the content of ${path} is missing or damaged.`);
    }
  }
  onProgress(versions.length, versions.length);
  return {
    skills: new Set(versions.map((version) => version.skill_id)).size,
    versions: versions.length,
    files,
    problems,
  };
}

async function contentHash(db: Db, hash: string): Promise<string | undefined> {
  const row = await db.selectFrom('blobs').select('bytes').where('hash', '=', hash).executeTakeFirst();
  return row && sha256(row.bytes);
}
