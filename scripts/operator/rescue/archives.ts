/** The contents of versions out of the archives that a mirror serves, each held against its hash. */
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { earlierArchives } from '../../../mirror/snapshot/address/earlier.ts';
import type { Files } from '../../../mirror/snapshot/files/sink.ts';
import { unpackArchive } from '../../../origin/bundle/archive/archive.ts';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import type { Content } from '../../../origin/store/contents/contents.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { writeBlobs } from '../../../origin/store/skills/blobs.ts';

interface Taking {
  store: Engine;
  files: Pick<Files, 'read'>;
  onProgress(done: number, total: number): void;
}

/** Versions that are looked up at a time, and bytes of a commit. */
const [atOnce, bytesAtOnce] = [200, 8 * 1024 * 1024];

/** Returns what is wrong with archives whose contents no other has: their paths, and what. */
export async function takeContents({ store, files, onProgress }: Taking): Promise<string[]> {
  const total = await count(store);
  const faults: { what: string; hashes: string[] }[] = [];
  let waiting: Content[] = [];
  const flush = async () => {
    const contents = waiting;
    waiting = [];
    await store.write((db) => writeBlobs(db, contents));
  };
  let done = 0;
  for (let after = 0; ; ) {
    const versions = await versionsAfter(store, after);
    for (const { id, author, slug, hash } of versions) {
      after = id;
      onProgress(done++, total);
      const lacking = await lackingOf(store, id);
      const named = lacking.filter((one) => !waiting.some((content) => content.hash === one));
      if (named.length === 0) continue;
      const at = { author: String(author), slug, hash };
      const archive = fileOf({ id: 'versionArchive', values: at });
      const { contents, what } = await contentsOf(files, [archive, ...earlierArchives(at)], new Set(named));
      waiting.push(...contents);
      if (contents.length < named.length) faults.push({ what: `${archive} ${what}`, hashes: named });
      if (waiting.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > bytesAtOnce) await flush();
    }
    if (versions.length < atOnce) break;
  }
  await flush();
  onProgress(total, total);
  const lost: string[] = [];
  for (const { what, hashes } of faults) if ((await missing(store, hashes)).length > 0) lost.push(what);
  return lost;
}

/** Each once; the paths are tried in turn. */
async function contentsOf(
  files: Pick<Files, 'read'>,
  paths: readonly string[],
  named: ReadonlySet<string>,
): Promise<{ contents: Content[]; what: string }> {
  let what = 'is missing.';
  for (const path of paths) {
    try {
      const found = await files.read(path);
      if (!found) continue;
      const unpacked = (await unpackArchive(found.body)).map(({ bytes }) => [sha256(bytes), bytes] as const);
      const contents = [...new Map(unpacked)].flatMap(([hash, bytes]) => (named.has(hash) ? [{ hash, bytes }] : []));
      return { contents, what: 'is damaged: it holds other bytes.' };
    } catch (error) {
      what = error instanceof ApiError ? 'is damaged.' : `can’t be read: ${(error as Error).message}.`;
    }
  }
  return { contents: [], what };
}

const withFiles = ({ db }: Engine) =>
  db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .where((e) => e.exists(e.selectFrom('version_files').select('hash').whereRef('version_id', '=', 'versions.id')));

const versionsAfter = (store: Engine, after: number) =>
  withFiles(store)
    .select(['versions.id', 'profiles.handle as author', 'skills.slug', 'versions.hash'])
    .where('versions.id', '>', after)
    .orderBy('versions.id')
    .limit(atOnce)
    .execute();

async function count(store: Engine): Promise<number> {
  const { versions } = await withFiles(store)
    .select((e) => e.fn.countAll<number>().as('versions'))
    .executeTakeFirstOrThrow();
  return Number(versions);
}

/** Contents of a version that are not there. */
async function lackingOf({ db }: Engine, version: number): Promise<string[]> {
  const rows = await db
    .selectFrom('version_files')
    .select('hash')
    .distinct()
    .where('version_id', '=', version)
    .where('hash', 'not in', db.selectFrom('blobs').select('hash'))
    .execute();
  return rows.map(({ hash }) => hash);
}

async function missing({ db }: Engine, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('blobs').select('hash').where('hash', 'in', hashes).execute();
  const there = new Set(rows.map(({ hash }) => hash));
  return hashes.filter((hash) => !there.has(hash));
}
