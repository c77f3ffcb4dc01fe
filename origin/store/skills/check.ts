/** Looks whether the store holds together: what `doctor` says of it. Reads everything once; changes nothing. */
import { sha256, versionHash } from '../../bundle/manifest.ts';
import type { Db } from '../engine/engine.ts';
import { isDamage } from '../engine/faults.ts';
import { filesOf } from './versions.ts';

/** A file of a version whose bytes the store has no more. */
export interface LostFile {
  author: string;
  slug: string;
  /** The label of the version, and its hash. */
  number: number;
  version: string;
  path: string;
  /** What its bytes are to be. */
  hash: string;
  what: 'is missing' | 'is damaged: it holds other bytes' | 'can’t be read';
}

export interface StoreReport {
  skills: number;
  versions: number;
  files: number;
  /** One sentence each; empty where nothing is wrong but what is lost. */
  problems: string[];
  lost: LostFile[];
}

export const nameOfLost = ({ author, slug, number, path }: LostFile): string =>
  `${path} of ${author}/${slug} version ${number}`;

/** `onProgress` gets how many versions were looked at. */
export async function checkStore(db: Db, onProgress: (done: number, total: number) => void): Promise<StoreReport> {
  const problems: string[] = [];
  const lost: LostFile[] = [];
  const versions = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['versions.id', 'versions.hash', 'versions.number', 'versions.skill_id', 'skills.slug'])
    .select('profiles.handle')
    .where('withdrawn_at', 'is', null)
    .orderBy('versions.id')
    .execute();
  let files = 0;
  const known = new Map<string, LostFile['what'] | undefined>();
  for (const [index, { id, hash: version, handle, slug, number }] of versions.entries()) {
    onProgress(index, versions.length);
    const author = handle ?? 'nobody';
    const manifest = await filesOf(db, id);
    files += manifest.length;
    if (versionHash(manifest) !== version)
      problems.push(`${author}/${slug} version ${number}: its files do not make its hash.`);
    for (const { path, hash } of manifest) {
      if (!known.has(hash)) known.set(hash, await faultOf(db, hash));
      const what = known.get(hash);
      if (what) lost.push({ author, slug, number, version, path, hash, what });
    }
  }
  onProgress(versions.length, versions.length);
  return {
    skills: new Set(versions.map((version) => version.skill_id)).size,
    versions: versions.length,
    ...{ files, problems, lost },
  };
}

async function faultOf(db: Db, hash: string): Promise<LostFile['what'] | undefined> {
  try {
    const row = await db.selectFrom('blobs').select('bytes').where('hash', '=', hash).executeTakeFirst();
    if (!row) return 'is missing';
    return sha256(row.bytes) === hash ? undefined : 'is damaged: it holds other bytes';
  } catch (error) {
    if (!isDamage(error)) throw error;
    return 'can’t be read';
  }
}
