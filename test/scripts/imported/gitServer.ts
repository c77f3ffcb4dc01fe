/** Git repositories behind https on loopback, as hosting sites serve them. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitAddress, readGitAddress } from '../../../scripts/operator/imported/gitAddress.ts';
import type { GitSourceOptions } from '../../../scripts/operator/imported/gitSource.ts';
import { newIdentity } from '../deploy/certificate.ts';

/** What a repository holds: a file's text or bytes, or an entry of another kind. */
type Entry = string | Buffer | { link: string } | { submodule: string } | { program: string };
export type Tree = Record<string, Entry>;

const gitEnvironment = {
  PATH: process.env['PATH'],
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
};

const git = (args: string[], input?: Buffer): string =>
  execFileSync('git', args, {
    env: gitEnvironment,
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(input && { input }),
  }).toString();

/** Why a git server can't run here; undefined where it can. */
const missing = ((): string | undefined => {
  try {
    const [, major, minor] = /(\d+)\.(\d+)/.exec(git(['--version'])) ?? [];
    return Number(major) * 1000 + Number(minor) < 2037 ? 'git is older than 2.37' : undefined;
  } catch {
    return 'git is not on this machine';
  }
})();

export const gitIsHere = missing === undefined;

/** The name of a suite, with the reason where it has to be skipped. */
export const withGit = (name: string): string => (missing ? `${name} (${missing})` : name);

/** Of no zone: only a connection to the pinned address finds it. */
const host = 'git.test';

export interface GitServer extends Disposable {
  folder: string;
  /** Makes the repository `<path>.git` of this tree, or adds a commit of it; returns the commit. */
  commit(path: string, tree: Tree): string;
  address(path: string): GitAddress;
  /** For the test: this server, as the only one there is. */
  options: Required<Pick<GitSourceOptions, 'policy' | 'caFile'>>;
  /** Paths that were asked for, without queries. */
  asked: string[];
  /** How many wait for an answer that never comes. */
  stalled(): number;
}

/** Paths below `/redirect`, `/stall`, `/private` and `/plain` behave as they are called. */
export async function startGitServer(): Promise<GitServer> {
  const folder = mkdtempSync(join(tmpdir(), 'git-server-'));
  const identity = newIdentity(host, 'localhost');
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, identity.cert);
  const asked: string[] = [];
  let stalled = 0;
  const port = () => (server.address() as AddressInfo).port;
  const server = createServer(identity, (request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    asked.push(path);
    if (path.startsWith('/redirect')) {
      response.writeHead(302, { location: `https://localhost:${port()}/elsewhere${request.url}` }).end();
    } else if (path.startsWith('/private')) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else if (path.startsWith('/plain')) {
      response.end(path.endsWith('/HEAD') ? 'ref: refs/heads/main\n' : `${'1'.repeat(40)}\trefs/heads/main\n`);
    } else if (path.startsWith('/stall')) {
      stalled++;
      response.on('close', () => stalled--);
    } else {
      serveGit(folder, request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    folder,
    asked,
    stalled: () => stalled,
    commit: (path, tree) => commit(join(folder, `${path}.git`), tree),
    address: (path) => readGitAddress(`https://${host}:${port()}/${path}`),
    options: { caFile, policy: { addressesOf: async () => ['127.0.0.1'], isAllowed: () => true } },
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function commit(repository: string, tree: Tree): string {
  mkdirSync(repository, { recursive: true });
  git(['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  const at = [`--git-dir=${repository}`];
  git([...at, 'fast-import', '--quiet', '--force'], importOf(tree));
  return git([...at, 'rev-parse', 'main']).trim();
}

/** What `git fast-import` reads: one commit of the whole tree. */
function importOf(tree: Tree): Buffer {
  const data = (bytes: Buffer) => Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
  const inline = (mode: string, path: string, bytes: Buffer | string) =>
    Buffer.concat([Buffer.from(`M ${mode} inline ${JSON.stringify(path)}\n`), data(Buffer.from(bytes))]);
  const entries = Object.entries(tree).map(([path, entry]) => {
    if (typeof entry === 'string' || Buffer.isBuffer(entry)) return inline('100644', path, entry);
    if ('link' in entry) return inline('120000', path, entry.link);
    if ('program' in entry) return inline('100755', path, entry.program);
    return Buffer.from(`M 160000 ${entry.submodule} ${JSON.stringify(path)}\n`);
  });
  const head = 'commit refs/heads/main\ncommitter A <a@example.org> 1790000000 +0000\n';
  return Buffer.concat([Buffer.from(head), data(Buffer.from('A commit')), Buffer.from('deleteall\n'), ...entries]);
}

/** The CGI program that git brings along (RFC 3875). */
function serveGit(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const [path, query = ''] = (request.url ?? '').split('?');
  const header = (name: string) => String(request.headers[name] ?? '');
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...gitEnvironment,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: (path ?? '').replace(/^(\/[^/]+\/[^/]+?)(?:\.git)?\//, '$1.git/'),
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: header('content-type'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      GIT_PROTOCOL: header('git-protocol'),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin).on('error', () => undefined);
  let head: Buffer | undefined = Buffer.alloc(0);
  backend.stdout.on('data', (chunk: Buffer) => {
    if (!head) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
    head = undefined;
  });
  backend.on('close', () => response.end());
}
