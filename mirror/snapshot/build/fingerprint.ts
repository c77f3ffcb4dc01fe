/**
 * What the snapshot's files are made with, by kind: where one differs, the files of that kind that were made before are
 * looked at again. It covers what can change a byte of them, and no more.
 */
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TagBits } from '../../../origin/contract/cache.ts';
import { etagOf } from '../../../origin/read/etag.ts';
import type { Site } from '../../../origin/read/reading.ts';
import { prebuiltFiles } from '../address/address.ts';
import { kindOf, type ResourceKind } from '../address/kinds.ts';
import { digestOf, filesBelow, importedBy, sourceReader } from './sources.ts';

/**
 * Beside the kinds of resources: `catalog` is what decides on the rows that they are made from and on which of them there
 * are, so everything follows from it; `forms` is how bytes are encoded and tagged.
 */
export type Made = ResourceKind | 'catalog' | 'forms';
export type Fingerprints = Record<Made, string>;

/** What was made with other code, or in another way, or is not known to have been made at all. */
export const staleKinds = (made: Partial<Record<string, string>>, fingerprints: Fingerprints): Made[] =>
  (Object.keys(fingerprints) as Made[]).filter((kind) => made[kind] !== fingerprints[kind]);

const project = join(import.meta.dirname, '../../..');

/** Every loader is imported here, and by nothing that a loader needs. */
const [loaders, pageLoaders, answers] = ['origin/read/index.ts', 'origin/read/pages/index.ts', 'origin/read/answer.ts'];
const hubs = [loaders, pageLoaders, answers];

const catalogCode = [
  'mirror/snapshot/catalog/catalog.ts',
  ...['address', 'affected', 'everyAddress', 'everySkill', 'footprint'].map(
    (name) => `mirror/snapshot/address/${name}.ts`,
  ),
  'origin/store/engine/sqlite.ts',
];
const archiveCode = ['origin/bundle/archive/archive.ts'];
const formCode = ['origin/contract/encodings.ts', 'origin/read/encode.ts', 'mirror/snapshot/files/content.ts'];

/** The site as it is built: its templates and all that is bundled with them. */
const builtSite = ['dist/current/server', 'dist/current/client'];

/** `root` is the folder of the project. */
export async function fingerprintsOf(site: Site, tagBits: TagBits, root = project): Promise<Fingerprints> {
  const { icu = '', unicode = '', zlib = '', brotli = '' } = process.versions;
  const [packages, sourcesOf] = [await lockedPackages(root), sourceReader(root, hubs)];
  const codeOf = async (entries: readonly string[], others: readonly string[], ...facts: string[]) => {
    const sources = await sourcesOf(entries);
    return digestOf(root, [...sources.files, ...others], [...packages.exactly(sources.packages), ...facts]);
  };
  const shown = [JSON.stringify(site), icu, unicode];
  const entries = await loadersByKind(root);
  return {
    catalog: await codeOf(catalogCode, []),
    forms: await codeOf(formCode, [], etagOf(Buffer.from('any'), tagBits), zlib, brotli),
    record: await codeOf([answers, ...entries.record], [], ...shown),
    text: await codeOf([answers, ...entries.text], [], ...shown),
    page: await codeOf([answers, ...entries.page], await builtFiles(root), ...shown),
    archive: await codeOf(archiveCode, [], zlib),
    // What was built is named by its sources.
    program: await codeOf([...archiveCode, ...entries.program], [], JSON.stringify(site), await builtProgram(root)),
  };
}

/** The files of the loaders behind each kind of resource. One that serves several pages has another name than any of them. */
async function loadersByKind(root: string): Promise<Record<ResourceKind, string[]>> {
  const files = new Map([...(await importedBy(root, loaders)), ...(await importedBy(root, pageLoaders))]);
  const found: Record<ResourceKind, Set<string>> = {
    record: new Set(),
    text: new Set(),
    page: new Set(),
    archive: new Set(),
    program: new Set(),
  };
  for (const id of prebuiltFiles.keys()) found[kindOf(id)].add(files.get(id) ?? (files.get('shells') as string));
  const { record, text, page, archive, program } = found;
  return {
    record: [...record],
    text: [...text],
    page: [...page],
    archive: [...archive],
    program: [...program],
  };
}

const builtProgram = (root: string): Promise<string> => readlink(join(root, 'dist/program')).catch(() => '');

const builtFiles = async (root: string): Promise<string[]> =>
  (await Promise.all(builtSite.map((folder) => filesBelow(root, folder)))).flat();

/** Exact versions of packages and of those that they need, as the lockfile has them. */
async function lockedPackages(root: string) {
  interface Locked {
    version?: string;
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
  }
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  );
  /** Where Node finds a package from inside another: in the nearest `node_modules` that has it. */
  const placeOf = (name: string, from: string): string | undefined => {
    const place = `${from && `${from}/`}node_modules/${name}`;
    if (packages[place]) return place;
    return from ? placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) : undefined;
  };
  return {
    exactly: (names: readonly string[]): string[] => {
      const found = new Map<string, string>();
      const visit = (name: string, from: string): void => {
        const place = placeOf(name, from);
        const locked = place && packages[place];
        if (!locked || found.has(place)) return;
        found.set(place, `${place}@${locked.version}`);
        const needed = { ...locked.dependencies, ...locked.optionalDependencies };
        for (const other of Object.keys(needed)) visit(other, place);
      };
      for (const name of names) visit(name, '');
      return [...found.values()].sort();
    },
  };
}
