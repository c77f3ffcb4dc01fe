/** A registry with its snapshot and mirror, step by step as a test says. */
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import pino from 'pino';
import { openFallback } from '../../mirror/fallback/fallback.ts';
import { createMirror } from '../../mirror/serve/app.ts';
import { renderHtml } from '../../mirror/site/built.ts';
import { type Address, addressOf, type PrebuiltId, prebuiltFiles } from '../../mirror/snapshot/address/address.ts';
import { htmlIds } from '../../mirror/snapshot/address/kinds.ts';
import type { Fingerprints } from '../../mirror/snapshot/build/fingerprint.ts';
import type { SnapshotParts } from '../../mirror/snapshot/build/parts.ts';
import { openSnapshot, type Snapshot } from '../../mirror/snapshot/build/snapshot.ts';
import type { Cache } from '../../mirror/snapshot/catalog/purges.ts';
import type { Entry } from '../../mirror/snapshot/files/content.ts';
import { openFolderSink } from '../../mirror/snapshot/files/folder.ts';
import { fileJournal } from '../../mirror/snapshot/files/journal.ts';
import { entriesAfter, entriesOf } from '../../mirror/snapshot/files/manifest.ts';
import type { Sink } from '../../mirror/snapshot/files/sink.ts';
import { type Template, template } from '../../origin/contract/grammar/template.ts';
import type { TagBits } from '../../origin/contract/headers/cache.ts';
import type { Cdn } from '../../origin/contract/headers/cdn.ts';
import { pathOf } from '../../origin/contract/operations/row.ts';
import { type OperationId, operationOf } from '../../origin/contract/operations.ts';
import { type PageId, pages } from '../../origin/contract/pages.ts';
import type { Admission } from '../../origin/http/admission/admission.ts';
import type { DownloadCounter } from '../../origin/http/downloads.ts';
import type { Metering } from '../../origin/http/meter.ts';
import { type Encode, encode as encodeBytes } from '../../origin/read/encode.ts';
import type { CliFiles, RenderHtml } from '../../origin/read/pages/page.ts';
import type { Site } from '../../origin/read/reading.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import type { LogSigner } from '../../origin/store/log/extend.ts';
import type { Witness } from '../../origin/store/log/witnesses.ts';
import { bytesWithSchema } from '../engines.ts';
import { assets, roomy, type TestRegistry, site as usualSite, wideOpen } from '../registry.ts';
import { type MemoryFiles, memorySink } from './memorySink.ts';

/** What one snapshot encoded, another takes over: most of what two hold is the same. */
const encoded = new LRUCache<string, Promise<Uint8Array>>({ max: 5000 });

export const encodeOnce: Encode = (body, encoding) => {
  const key = `${encoding} ${hash('sha256', body)}`;
  const forms = encoded.get(key) ?? encodeBytes(body, encoding);
  encoded.set(key, forms);
  return forms;
};

export const fingerprints = Object.fromEntries(
  ['catalog', 'forms', 'record', 'text', 'page', 'asset', 'archive', 'program', ...htmlIds].map((kind) => [kind, '']),
) as Fingerprints;

export interface Mirrored extends AsyncDisposable {
  root: string;
  sink: Sink;
  catalog: Engine;
  snapshot: Snapshot;
  /** What the builder told of that nobody should miss. */
  alarms: string[];
  mirror: Hono;
  /** Every file that is served, without encoded forms: what the manifest says. */
  files(): Promise<string[]>;
  entries(paths: readonly string[]): Promise<Entry[]>;
  /** A builder that begins where an ended one stopped, with some parts of the test's. */
  reopened(changes?: (parts: SnapshotParts) => Partial<SnapshotParts>): Promise<Snapshot>;
}

interface Changes {
  metering?: Metering;
  admission?: Admission;
  downloads?: DownloadCounter;
  /** What stands in front of it, and what is purged. */
  cdn?: Cdn;
  caches?: readonly Cache[];
  site?: Site;
  html?: RenderHtml;
  /** Those of the CLI that it hands out; none where a test has nothing to do with it. */
  cliFiles?: CliFiles;
  tagBits?: TagBits;
  encode?: Encode;
  /** Where its folder goes. */
  parent?: string;
  /** Where its files are, instead of a folder. */
  files?: MemoryFiles;
  /** What the catalog holds as it begins: `bytesOf` another. */
  from?: Uint8Array;
  /** Who signs the transparency log; nobody where a test has nothing to do with it. */
  signer?: LogSigner;
  witnesses?: readonly Witness[];
}

export async function openMirrored(
  { engine, clock }: TestRegistry,
  {
    metering = roomy(),
    admission = wideOpen(),
    downloads,
    cdn,
    caches = [],
    site = usualSite,
    html = renderHtml,
    cliFiles,
    tagBits = 33,
    encode = encodeOnce,
    parent = tmpdir(),
    files,
    from,
    signer,
    witnesses = [],
  }: Changes = {},
): Promise<Mirrored> {
  const folder = await mkdtemp(join(parent, 'mirror-'));
  const [root, catalogFile] = [join(folder, 'public'), join(folder, 'catalog.sqlite')];
  const sink = files ? memorySink(files) : await openFolderSink(root, join(folder, 'staging'));
  await writeFile(catalogFile, from ?? (await bytesWithSchema()));
  const catalog = await openSqlite(catalogFile, { partial: true });
  const now = () => clock.now;
  const journal = fileJournal(join(folder, 'journal.json'));
  const alarms: string[] = [];
  const alarm = (what: string, { path, what: fault }: Record<string, unknown> = {}) =>
    void alarms.push(path ? `${what}: ${path} ${fault}` : what);
  const parts = {
    store: engine,
    catalog,
    journal,
    sink,
    tagBits,
    assets: await assets,
    site,
    html,
    ...(cliFiles && { cliFiles }),
    encode,
    fingerprints,
    alarm,
    caches,
    ...(signer && { signer }),
    witnesses,
    now,
  };
  const fallback = openFallback({
    catalog: catalogFile,
    files: sink,
    tagBits: 33,
    site,
    html,
    ...(cliFiles && { cliFiles }),
    now,
  });
  const log = pino({ level: 'silent' });
  return {
    root,
    sink,
    catalog,
    alarms,
    snapshot: await openSnapshot(parts),
    mirror: createMirror({
      ...{ files: sink, tagBits, fallback, site, log, metering, admission },
      ...(downloads && { downloads }),
      cdn,
    }),
    entries: async (paths) => [...(await entriesOf(catalog.db, paths)).values()],
    files: async () => (await entriesAfter(catalog.db, '', 1e6)).map(({ path }) => path),
    reopened: (changes) => openSnapshot({ ...parts, ...changes?.(parts) }),
    [Symbol.asyncDispose]: async () => {
      await fallback.close();
      await catalog.close();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * The data of each page instead of its HTML, which is a function of it: what has to be made again shows in it as well,
 * at a tenth of the work.
 */
export const dataOfPages: RenderHtml = async (path, data) => JSON.stringify([path, data]);

/** An encoded form is a function of the bytes too, so here it is what names them. */
const nameOfForm: Encode = async (body, encoding) => Buffer.from(`${encoding} ${hash('sha256', body)}`);

/** With the data of pages, names of encoded forms, and in memory. */
export const openMirroredData = (
  registry: TestRegistry,
  { files = new Map(), from, ...changes }: Partial<Kept> & Pick<Changes, 'cdn' | 'caches' | 'signer' | 'encode'> = {},
) => openMirrored(registry, { html: dataOfPages, encode: nameOfForm, files, ...(from && { from }), ...changes });

/** What a snapshot in memory is at a moment, for others to begin from. */
export interface Kept {
  files: MemoryFiles;
  from: Uint8Array;
}

/** The address of a resource, on either origin. */
function urlOf({ id, values }: Address): string {
  const fill = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  if (id in pages) return (template(pages[id as PageId].path) as Template).format(values);
  const query = values['path'] === undefined ? '' : `?path=${encodeURIComponent(values['path'])}`;
  return fill(pathOf(operationOf(id as OperationId))) + query;
}

/** Every address that a client asks for the file under. */
export function urlsOf(file: string): string[] {
  const address = addressOf(file);
  if (!address) return [`/${file}`];
  const { id, values } = address;
  const formOf = (one: PrebuiltId) => prebuiltFiles.get(one)?.literals.join('{}');
  return [...prebuiltFiles.keys()].filter((one) => formOf(one) === formOf(id)).map((one) => urlOf({ id: one, values }));
}

/** Every file of a snapshot with its bytes, encoded forms included. */
export async function contentsOf({ sink }: Pick<Mirrored, 'sink'>): Promise<Map<string, string>> {
  const contents: [string, string][] = [];
  for await (const path of sink.list()) {
    const { body } = (await sink.read(path)) ?? {};
    contents.push([path, body ? textOf(body) : '']);
  }
  return new Map(contents.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What snapshots in memory share is compared many times. */
const texts = new WeakMap<Uint8Array, string>();

function textOf(body: Uint8Array): string {
  const text = texts.get(body) ?? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  texts.set(body, text);
  return text;
}
