/** Looks whether the store holds together: what `doctor` says of it. Reads everything once; changes nothing. */
import { sha256, versionHash } from '../../bundle/manifest.ts';
import { chosen, type ObjectFault, openObjectCheck } from '../contents/check.ts';
import type { Contents } from '../contents/contents.ts';
import { unnamed } from '../contents/sweep.ts';
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
  what: 'is missing' | 'is damaged: it holds other bytes' | 'can’t be read' | ObjectFault;
}

/** How contents outside the database are looked at. */
export interface Looking {
  contents?: Contents | undefined;
  /** Reads all of them, and not a few hundred. */
  isThorough?: boolean;
}

export interface StoreReport {
  skills: number;
  versions: number;
  files: number;
  /** Outside the database: contents that versions name, how many were read, and those that nothing names. */
  objects?: { named: number; read: number; unnamed: number };
  /** One sentence each; empty where nothing is wrong but what is lost. */
  problems: string[];
  lost: LostFile[];
}

export const nameOfLost = ({ author, slug, number, path }: LostFile): string =>
  `${path} of ${author}/${slug} version ${number}`;

/** Whether the store itself lacks nothing of it. */
export const isOutside = ({ what }: LostFile): boolean => / in the object store/.test(what);

/** `onProgress` gets how many versions were looked at. */
export async function checkStore(
  db: Db,
  onProgress: (done: number, total: number) => void,
  looking: Looking = {},
): Promise<StoreReport> {
  const outside = await openOutside(db, looking);
  const problems: string[] = [];
  const lost: LostFile[] = [];
  const versions = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['versions.id', 'versions.hash', 'versions.number', 'versions.skill_id', 'skills.slug'])
    .select(['profiles.handle', 'versions.scan_status'])
    .where('withdrawn_at', 'is', null)
    .orderBy('versions.id')
    .execute();
  let files = 0;
  const known = new Map<string, LostFile['what'] | undefined>();
  for (const [index, { id, hash: version, handle, slug, number, scan_status }] of versions.entries()) {
    onProgress(index, versions.length);
    const author = handle ?? 'nobody';
    const manifest = await filesOf(db, id);
    files += manifest.length;
    // What is quarantined may have come back without its files (../rescue).
    const isWithheld = manifest.length === 0 && scan_status === 'quarantined';
    if (!isWithheld && versionHash(manifest) !== version)
      problems.push(`${author}/${slug} version ${number}: its files do not make its hash.`);
    for (const { path, hash } of manifest) {
      if (!known.has(hash)) known.set(hash, await faultOf(db, hash, outside));
      const what = known.get(hash);
      if (what) lost.push({ author, slug, number, version, path, hash, what });
    }
  }
  onProgress(versions.length, versions.length);
  return {
    skills: new Set(versions.map((version) => version.skill_id)).size,
    versions: versions.length,
    ...{ files, problems, lost },
    ...(outside && { objects: outside.counts }),
  };
}

async function faultOf(db: Db, hash: string, outside: Outside | undefined): Promise<LostFile['what'] | undefined> {
  try {
    const row = await db.selectFrom('blobs').select('bytes').where('hash', '=', hash).executeTakeFirst();
    if (!row) return outside ? outside.faultOf(hash) : 'is missing';
    return sha256(row.bytes) === hash ? undefined : 'is damaged: it holds other bytes';
  } catch (error) {
    if (!isDamage(error)) throw error;
    return 'can’t be read';
  }
}

interface Outside {
  counts: { named: number; read: number; unnamed: number };
  faultOf(hash: string): Promise<LostFile['what'] | undefined>;
}

async function openOutside(db: Db, { contents, isThorough = false }: Looking): Promise<Outside | undefined> {
  if (!contents) return undefined;
  const { listed, faultOf, read } = await openObjectCheck(contents);
  const rows = await db.selectFrom('contents').select(['hash', 'object']).orderBy('hash').execute();
  const counts = { named: rows.length, read: 0, unnamed: 0 };
  const all = [...listed];
  for (let from = 0; from < all.length; from += 500)
    counts.unnamed += (await unnamed({ db }, all.slice(from, from + 500))).length;
  const isChosen = chosen(rows.length, isThorough);
  const objects = new Map(rows.map(({ hash, object }, index) => [hash, { object, isRead: isChosen(index) }]));
  return {
    counts,
    faultOf: async (hash) => {
      const named = objects.get(hash);
      if (!named) return 'is missing';
      const fault = await faultOf(named.object, named.isRead);
      counts.read = read();
      return fault;
    },
  };
}
