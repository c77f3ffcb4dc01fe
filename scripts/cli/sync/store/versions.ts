/**
 * The versions that are here. Each is a folder of its own, `versions/<64 hex>/`, that comes into being whole, by one
 * rename: `manifest.json` and, in a folder named as the skill, its files. A second copy beside one that a person edited
 * is `<64 hex>~1`, and so on: nothing is ever written into a version that stands.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path, { dirname, join } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { BundleFile } from '../../../../origin/bundle/bundleFile.ts';
import { type ManifestFile, manifestFile, manifestOf, versionHash } from '../../../../origin/bundle/manifest.ts';
import { type RefusedPath, refusedPathIn } from '../../../../origin/bundle/paths.ts';
import { digitsOf, hashOf, slugPattern } from '../../../../origin/contract/grammar/grammar.ts';
import { isDeviceName } from '../../../../origin/contract/grammar/segments.ts';
import { kindOf, type SyncHome } from '../home.ts';
import { makeFolder, syncFolder, writeNewFile } from './durable.ts';

/** What `manifest.json` of a version's folder says. */
interface Contents {
  slug: string;
  files: ManifestFile[];
}

const namePattern = /^[0-9a-f]{64}(?:~[1-9]\d{0,3})?$/;

/** The version that a folder of this name holds. */
export const hashOfVersion = (version: string): string => hashOf(version.slice(0, 64));

/**
 * The version that a link with this target points to; undefined for whatever is not ours. `rules` are those of the system:
 * Windows gives a junction's target with backslashes, at times one at its end, and in any case.
 */
export function versionAt({ versions }: Pick<SyncHome, 'versions'>, target: string, rules = path): string | undefined {
  if (!rules.isAbsolute(target)) return undefined;
  const [version = '', slug = '', ...rest] = rules.relative(versions, target).split(rules.sep);
  return namePattern.test(version) && slugPattern.test(slug) && rest.length === 0 ? version : undefined;
}

export async function listVersions({ versions }: SyncHome): Promise<string[]> {
  const entries = await readdir(versions).catch(() => []);
  return entries.filter((entry) => namePattern.test(entry)).sort();
}

/** The folder with the version's files: what links point to. Errors: `ENOENT` and the like where it is not here. */
export async function folderOfVersion({ versions }: SyncHome, version: string): Promise<string> {
  return join(versions, version, (await contentsOf(versions, version)).slug);
}

/** What follows reads a version in one go, which is several times as fast: so others have their turn before each. */
async function contentsOf(versions: string, version: string): Promise<Contents> {
  await othersTurn();
  const contents = JSON.parse(readFileSync(join(versions, version, 'manifest.json'), 'utf8')) as Contents;
  if (!slugPattern.test(contents.slug)) throw new Error(`The manifest of ${version} is damaged.`);
  return contents;
}

/** Left by systems and interpreters, not by people. */
export const litter = /(?:^|\/)(?:__pycache__(?:\/|$)|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/**
 * How what stands in the version's folder differs from what was approved, file by file; nothing where it is the same.
 * Reads every byte.
 */
export async function differencesOf({ versions }: SyncHome, version: string): Promise<string[]> {
  try {
    const { slug, files } = await contentsOf(versions, version);
    if (versionHash(files) !== hashOfVersion(version)) return ['manifest.json changed'];
    const expected = new Set(files.map(({ path }) => path));
    const root = join(versions, version, slug);
    const found = kindsIn(root);
    const differences = [...found].flatMap(([path, kind]) => {
      if (expected.has(path)) return kind === 'file' ? [] : [`${path} is a ${kind}`];
      return litter.test(path) ? [] : [`${path} added`];
    });
    for (const file of files) {
      if (found.get(file.path) !== 'file') differences.push(`${file.path} missing`);
      else if (!isContentOf(file, readFileSync(join(root, file.path)))) differences.push(`${file.path} changed`);
    }
    return [...new Set(differences)].sort();
  } catch (error) {
    return [`unreadable: ${(error as Error).message}`];
  }
}

/** What no bundle may have, and a version that an earlier program or registry let through has. Reads its manifest. */
export async function refusedPathOf({ versions }: SyncHome, version: string): Promise<RefusedPath | undefined> {
  return refusedPathIn((await contentsOf(versions, version)).files);
}

/** Hashes of the files that were approved as this version; none where it is not here, or damaged. */
export const contentHashesOf = ({ versions }: SyncHome, version: string): Promise<string[]> =>
  contentsOf(versions, version).then(
    ({ files }) => files.map(({ hash }) => hash),
    () => [],
  );

/** Everything but folders, by its path, without following links. */
function kindsIn(root: string): Map<string, 'file' | 'link' | 'special file'> {
  const found = new Map<string, 'file' | 'link' | 'special file'>();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) folders.push(path);
      else found.set(path, entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'special file');
    }
  }
  return found;
}

const isContentOf = ({ path, size, hash }: ManifestFile, bytes: Uint8Array): boolean =>
  bytes.length === size && manifestFile({ path, bytes }).hash === hash;

/** The bytes of a real file below real folders. */
async function readReal(root: string, path: string): Promise<Uint8Array | undefined> {
  const segments = path.split('/');
  for (let depth = 1; depth < segments.length; depth += 1) {
    if ((await kindOf(join(root, ...segments.slice(0, depth)))) !== 'folder') return undefined;
  }
  if ((await kindOf(join(root, path))) !== 'file') return undefined;
  return readFile(join(root, path));
}

/** All files of a version, each found to be what was approved. Errors: `Error` where one is not. */
export async function filesOfVersion({ versions }: SyncHome, version: string): Promise<BundleFile[]> {
  const { slug, files } = await contentsOf(versions, version);
  const root = join(versions, version, slug);
  const found = kindsIn(root);
  return files.map((file) => {
    const bytes = found.get(file.path) === 'file' ? readFileSync(join(root, file.path)) : undefined;
    if (bytes && isContentOf(file, bytes)) return { path: file.path, bytes };
    throw new Error(`${file.path} of ${version} is not what was approved.`);
  });
}

/** The bytes of a version's file, where it is here and as it should be. */
export async function contentHere(home: SyncHome, version: string, file: ManifestFile) {
  const { slug } = await contentsOf(home.versions, version);
  const bytes = await readReal(join(home.versions, version, slug), file.path).catch(() => undefined);
  return bytes && isContentOf(file, bytes) ? bytes : undefined;
}

/**
 * Puts a version among the others, durably, and returns its folder's name. The files must have been verified. `taken`
 * are names that stand; the new one joins them.
 */
export async function addVersion(
  home: SyncHome,
  { hash, files, ...named }: { hash: string; slug: string; files: readonly BundleFile[] },
  taken: Set<string>,
): Promise<string> {
  const slug = isDeviceName(named.slug) ? 'skill' : named.slug;
  const unfinished = join(home.staging, randomUUID());
  mkdirSync(unfinished);
  const contents: Contents = { slug, files: manifestOf(files) };
  await writeNewFile(join(unfinished, 'manifest.json'), `${JSON.stringify(contents)}\n`);
  await writeFiles(join(unfinished, slug), files);
  await syncFolder(unfinished);
  const version = freeName(hash, taken);
  await rename(unfinished, join(home.versions, version));
  return version;
}

/** Makes a folder with these files, on disk when this resolves but for the folder's own name. */
export async function writeFiles(root: string, files: readonly BundleFile[]): Promise<void> {
  const folders = foldersOf(files).map((folder) => join(root, folder));
  for (const folder of folders) mkdirSync(folder);
  await Promise.all(files.map(({ path, bytes }) => writeNewFile(join(root, path), bytes)));
  for (const folder of folders.reverse()) await syncFolder(folder);
}

/** Every folder that the paths need, outer ones first, the root as the empty path. */
function foldersOf(files: readonly { path: string }[]): string[] {
  const folders = new Set<string>(['']);
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}

function freeName(hash: string, taken: Set<string>): string {
  const hex = digitsOf(hash);
  let name = hex;
  for (let n = 1; taken.has(name); n += 1) name = `${hex}~${n}`;
  taken.add(name);
  return name;
}

/** Moves a version's files to where a person finds what they edited, and returns that place. */
export async function keepVersion(home: SyncHome, version: string, name: string): Promise<string> {
  const kept = await freePlace(home.kept, name);
  await rename(join(home.versions, version), kept);
  await syncFolder(home.kept);
  return kept;
}

/** A name in the folder of kept things that nothing has, nor is about to have. */
export async function freePlace(kept: string, name: string, reserved: readonly string[] = []): Promise<string> {
  await makeFolder(kept);
  const day = new Date().toISOString().slice(0, 10);
  for (let n = 1; ; n += 1) {
    const place = join(kept, `${name}-${day}${n === 1 ? '' : `-${n}`}`);
    if (!reserved.includes(place) && (await kindOf(place)) === 'nothing') return place;
  }
}

/** Removes a version; a crash in between leaves it whole or in the staging folder, which the next sync empties. */
export async function dropVersion(home: SyncHome, version: string): Promise<void> {
  const gone = join(home.staging, randomUUID());
  await rename(join(home.versions, version), gone);
  await rm(gone, { recursive: true });
}

/** Empties the staging folder of what a killed sync left. Needs the lock. */
export async function emptyStaging({ staging }: SyncHome): Promise<void> {
  for (const entry of await readdir(staging)) await rm(join(staging, entry), { recursive: true });
}
