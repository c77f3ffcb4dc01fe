/**
 * What the snapshot's files are made with, by kind: where one differs, the files of that kind that were made before are
 * looked at again. It covers what can change a byte of them, and no more.
 */
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TagBits } from '../../../origin/contract/headers/cache.ts';
import { etagOf } from '../../../origin/read/etag.ts';
import type { Site } from '../../../origin/read/reading.ts';
import { type BuiltPages, type BuiltPart, pagesFile } from '../../site/built.ts';
import { prebuiltFiles } from '../address/address.ts';
import { type HtmlId, htmlIds, kindOf, type ResourceKind } from '../address/kinds.ts';
import { digestOf, filesBelow, importedBy, packageOf, sourceReader } from './sources.ts';

/**
 * Beside the kinds of resources: `catalog` is what decides on the rows that they are made from and on which of them there
 * are, so everything follows from it; `forms` is how bytes are encoded and tagged; `page` is what renders every page, and
 * what programs knew that had one fingerprint for all pages: where one of those was in between, they are all made again;
 * `asset` is what pages load.
 */
export type Made = ResourceKind | 'catalog' | 'forms' | 'page' | 'asset';
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
const formCode = ['origin/contract/headers/encodings.ts', 'origin/read/encode.ts', 'mirror/snapshot/files/content.ts'];

/** `root` is the folder of the project. */
export async function fingerprintsOf(site: Site, tagBits: TagBits, root = project): Promise<Fingerprints> {
  const { icu = '', unicode = '', zlib = '', brotli = '' } = process.versions;
  const [packages, sourcesOf] = [await lockedPackages(root), sourceReader(root, hubs)];
  const codeOf = async (entries: Iterable<string>, ...facts: string[]) => {
    const sources = await sourcesOf([...entries]);
    return digestOf(root, sources.files, [...packages.exactly(sources.packages), ...facts]);
  };
  const built: BuiltPages = JSON.parse(await readFile(join(root, 'dist/current', pagesFile), 'utf8'));
  const partOf = (part: BuiltPart) => [part.digest, ...packages.exactly(part.packages.map(packageOf))];
  const shown = [JSON.stringify(site), icu, unicode];
  const entries = await loadersByKind(root);
  /** A page is its data and its template. Many account pages have one loader. */
  const pagesOf = async () => {
    const data = new Map<string, string>();
    const found: Partial<Record<HtmlId, string>> = {};
    for (const id of htmlIds) {
      const code = [answers, ...(entries.get(id) ?? [])];
      const key = code.join();
      const known = data.get(key) ?? (await codeOf(code, ...shown));
      data.set(key, known);
      const template = built.pages[id];
      if (!template) throw new Error(`The built site has no template ${id}.`);
      found[id] = digestOf(root, [], [known, ...partOf(template)]);
    }
    return found as Record<HtmlId, string>;
  };
  return {
    catalog: await codeOf(catalogCode),
    forms: await codeOf(formCode, etagOf(Buffer.from('any'), tagBits), zlib, brotli),
    record: await codeOf([answers, ...(entries.get('record') ?? [])], ...shown),
    text: await codeOf([answers, ...(entries.get('text') ?? [])], ...shown),
    page: digestOf(root, [], partOf(built.frame)),
    ...(await pagesOf()),
    asset: digestOf(root, await filesBelow(root, 'dist/current/client'), []),
    archive: await codeOf(archiveCode, zlib),
    // What was built is named by its sources.
    program: await codeOf(
      [...archiveCode, ...(entries.get('program') ?? [])],
      JSON.stringify(site),
      await builtProgram(root),
    ),
  };
}

/** The files of the loaders behind each kind of resource. One that serves several pages has another name than any of them. */
async function loadersByKind(root: string): Promise<Map<ResourceKind, Set<string>>> {
  const files = new Map([...(await importedBy(root, loaders)), ...(await importedBy(root, pageLoaders))]);
  const found = new Map<ResourceKind, Set<string>>();
  for (const id of prebuiltFiles.keys()) {
    const kind = kindOf(id);
    found.set(kind, (found.get(kind) ?? new Set()).add(files.get(id) ?? (files.get('shells') as string)));
  }
  return found;
}

const builtProgram = (root: string): Promise<string> => readlink(join(root, 'dist/program')).catch(() => '');

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
