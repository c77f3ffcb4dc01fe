/**
 * A public git repository, fetched to be read: bare, its newest commit alone, within a time and a size, from the address
 * that was checked. Nothing of it is checked out or run; files are read as git's objects, so that links and names are
 * data.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddressPolicy, allowedAddresses, publicOnly } from '../../../origin/write/advisories/publicAddress.ts';
import { checkGit, GitFailure, GitRefusal, type GitRun, git } from './git.ts';
import type { GitAddress } from './gitAddress.ts';
import { entriesOf, newestCommit, readFiles, type TreeEntry } from './gitObjects.ts';
import { watchSize } from './size.ts';

export interface GitLimits {
  /** Milliseconds, to fetch and list it, and to read a skill of it. */
  time: number;
  /** On disk. */
  bytes: number;
  /** In its newest commit. */
  files: number;
}

export const gitLimits: GitLimits = { time: 5 * 60_000, bytes: 500_000_000, files: 50_000 };

export interface GitSourceOptions {
  limits?: GitLimits;
  policy?: AddressPolicy;
  /** Certificates to trust beside none else; the machine's own where it isn't given. */
  caFile?: string;
  /** Ends it early; what it was aborted with is thrown. */
  signal?: AbortSignal;
  /** How far the fetching is, of one stage after the other. */
  progress?: (done: number, total: number, what: string) => void;
}

export interface GitSource {
  commit: string;
  entries: TreeEntry[];
  /** The bytes of files, in their order. */
  read(entries: readonly TreeEntry[]): Promise<Uint8Array[]>;
}

/**
 * Fetches a repository, hands it to `use` and removes it again, whatever happens. Errors: `GitRefusal`, one sentence on
 * why it can't be had; what `use` throws.
 */
export async function withGitSource<T>(
  address: GitAddress,
  options: GitSourceOptions,
  use: (source: GitSource) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'fetched-'));
  try {
    return await use(await fetchSource(address, home, options));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function fetchSource(address: GitAddress, home: string, options: GitSourceOptions): Promise<GitSource> {
  const { limits = gitLimits, policy = publicOnly, caFile, progress } = options;
  const bounded = <R>(use: (run: GitRun) => Promise<R>) => inBounds(home, limits, options.signal, use);
  const repository = join(home, 'repository');
  return bounded(async (run) => {
    await checkGit(run);
    const addresses = await allowedAddresses(address.host, policy, run.signal);
    await git(['clone', ...cloneOptions, '--', address.url, repository], {
      ...run,
      settings: [`http.curloptResolve=${pin(address, addresses)}`, ...(caFile ? [`http.sslCAInfo=${caFile}`] : [])],
      onLine: (line) => tellProgress(line, progress),
    }).catch((error) => Promise.reject(error instanceof GitFailure ? explained(error, address) : error));
    const commit = await newestCommit(repository, run);
    const entries = await entriesOf(repository, commit, limits.files, run);
    return { commit, entries, read: (files) => bounded((later) => readFiles(repository, files, later)) };
  });
}

/** Runs git within the time and the size; ends it, and all it started, when one is exceeded or the caller gives up. */
async function inBounds<T>(
  home: string,
  { time, bytes }: GitLimits,
  signal: AbortSignal | undefined,
  use: (run: GitRun) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const refuse = (why: string) => end.abort(new GitRefusal(`The repository takes more than ${why}.`));
  const timer = setTimeout(() => refuse(duration(time)), time);
  const size = watchSize(home, bytes, () => refuse(`${bytes / 1e6} MB`));
  try {
    const run = { home, signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal };
    const result = await use(run);
    size.check();
    run.signal.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    size.stop();
  }
}

const cloneOptions = [
  ...['--bare', '--depth=1', '--single-branch', '--no-tags', '--no-recurse-submodules'],
  ...['--template=', '--progress'],
];

/** The connection goes to the addresses that were checked, so a name that changes its mind changes nothing. */
const pin = ({ host, port }: GitAddress, addresses: readonly string[]): string =>
  `${host}:${port}:${addresses.map((address) => (address.includes(':') ? `[${address}]` : address)).join(',')}`;

/** What git's reasons mean to the person who gave the address, which they may name. */
function explained({ message }: GitFailure, { url, host }: GitAddress): GitRefusal {
  const reason = message.replaceAll(url, '');
  if (/returned error: 30\d|from redirection/.test(reason)) {
    return new GitRefusal(
      `${host} redirects ${url} elsewhere, which is not followed. Give the address that it redirects to.`,
    );
  }
  if (/could not read (?:Username|Password)|Authentication failed|returned error: 40[13]/.test(reason)) {
    return new GitRefusal(`${url} is not public, or there is no such repository.`);
  }
  if (/not found|returned error: 404/.test(reason)) return new GitRefusal(`There is no repository at ${url}.`);
  if (/dumb http|shallow/.test(reason)) {
    return new GitRefusal(`${host} serves plain files, from which a single commit can’t be fetched.`);
  }
  return new GitRefusal(`Can’t fetch ${url}: ${message}`);
}

/** Git says `Receiving objects:  45% (450/1000), 1.20 MiB`. */
function tellProgress(line: string, progress: GitSourceOptions['progress']): void {
  const [, what, done, total] = /^(Receiving objects|Resolving deltas): +\d+% \((\d+)\/(\d+)\)/.exec(line) ?? [];
  if (what) progress?.(Number(done), Number(total), what.toLowerCase());
}

const duration = (milliseconds: number): string =>
  milliseconds >= 120_000 ? `${milliseconds / 60_000} minutes` : `${milliseconds / 1000} seconds`;
