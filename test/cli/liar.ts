/** A registry on loopback that says whatever a test has it say. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { packArchive } from '../../origin/bundle/archive/archive.ts';
import type { BundleFile } from '../../origin/bundle/bundleFile.ts';
import { manifestOf, sha256, versionHash } from '../../origin/bundle/manifest.ts';
import { apiPrefix } from '../../origin/contract/operations/row.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Version {
  hash: string;
  files: BundleFile[];
}

export interface Liar extends AsyncDisposable {
  url: string;
  asked: string[];
  /** How many answers were under way at once, at most. */
  mostAtOnce: number;
  /** Whether it is of before archives had addresses of their own. */
  isOlder: boolean;
  /** How far away it is: milliseconds before each answer. */
  delay: number;
  /** What `/sync/manifest` lists. */
  manifest: unknown;
  /** Answers that go before the true ones, by their path, below the prefix where that begins it, with its query. */
  lies: Map<string, Answer>;
  /** Holds a version, and lists it as approved. */
  approve(skillId: string, files: Record<string, string>): Version;
}

/** A version's files from their texts. */
export function versionOf(texts: Record<string, string>): Version {
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }));
  return { hash: versionHash(manifestOf(files)), files };
}

const packed = new Map<string, Uint8Array>();
function bundleOf({ hash, files }: Version): Uint8Array {
  const bundle = packed.get(hash) ?? packArchive(files);
  packed.set(hash, bundle);
  return bundle;
}

/** Where the archive of a version is. */
export const archivePath = (author: string, slug: string, { hash }: Pick<Version, 'hash'>): string =>
  `/${author}/${slug}/v/${hash.slice('sha256:'.length)}.tar.gz`;

export async function openLiar(): Promise<Liar> {
  const versions = new Map<string, Version>();
  const approved = new Map<string, string>();
  const truth = (path: string): Uint8Array | object | undefined => {
    const [, hex] = /^\/[^/]+\/[^/]+\/v\/([0-9a-f]{64})\.tar\.gz$/.exec(path) ?? [];
    const archived = versions.get(`sha256:${hex}`);
    if (archived && !liar.isOlder) return bundleOf(archived);
    const [, author, slug, hash = '', rest = ''] =
      /^\/skills\/([^/]+)\/([^/]+)\/versions\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const version = versions.get(hash);
    const named = { schema_version: 1, hash, author, slug };
    if (!version) return undefined;
    if (rest === 'bundle') return bundleOf(version);
    if (rest === 'files') return { ...named, files: manifestOf(version.files) };
    const file = version.files.find((one) => rest === `file?path=${encodeURIComponent(one.path)}`);
    if (!file) return undefined;
    return {
      ...named,
      path: file.path,
      size: file.bytes.length,
      text: new TextDecoder().decode(file.bytes),
      encoding: 'utf-8',
    };
  };
  let underWay = 0;
  const server = createServer(async (request, response) => {
    underWay += 1;
    liar.mostAtOnce = Math.max(liar.mostAtOnce, underWay);
    response.once('close', () => (underWay -= 1));
    if (liar.delay > 0) await wait(liar.delay);
    const url = request.url ?? '';
    if (url === '/openapi.json') return sendJson(response, { servers: [{ url: root }, { url: root }] });
    const path = url.replace(new RegExp(`^${apiPrefix}`), '');
    liar.asked.push(path);
    const lie = liar.lies.get(path);
    if (lie) return lie(request, response);
    const answer = path === '/sync/manifest' ? (liar.manifest as object) : truth(path);
    if (answer === undefined) {
      const code = path === url ? 'not_found' : 'version_not_found';
      return sendJson(response, { code, message: 'There is none.' }, 404);
    }
    if (answer instanceof Uint8Array)
      return void response.writeHead(200, { 'content-type': 'application/gzip' }).end(answer);
    const etag = `"${sha256(JSON.stringify(answer))}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.setHeader('etag', etag);
    sendJson(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const root = url + apiPrefix;
  const liar: Liar = {
    url,
    asked: [],
    mostAtOnce: 0,
    isOlder: false,
    delay: 0,
    manifest: { skills: [] },
    lies: new Map(),
    approve: (skillId, texts) => {
      const version = versionOf(texts);
      versions.set(version.hash, version);
      approved.set(skillId, version.hash);
      const skills = [...approved].map(([skill_id, hash]) => ({
        skill_id,
        hash,
        version_label: 'v1',
        source: 'library',
      }));
      liar.manifest = { skills };
      return version;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return liar;
}

export function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const sendBundle =
  (bytes: Uint8Array): Answer =>
  (_, response) =>
    void response.setHeader('content-type', 'application/gzip').end(bytes);
