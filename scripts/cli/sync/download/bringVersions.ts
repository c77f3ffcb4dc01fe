/** Brings versions here, several at a time, each once: what sync and projects place skills from. */

import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { digitsOf } from '../../../../origin/contract/grammar/grammar.ts';
import type { Context } from '../../context.ts';
import { Failure, Unreachable } from '../../failure.ts';
import { namesIn } from '../../reference.ts';
import type { CheckedLog } from '../../registry/log/checkedLog.ts';
import type { Registry } from '../../registry/registry.ts';
import type { SyncHome } from '../home.ts';
import { syncFolder } from '../store/durable.ts';
import type { LocalVersions } from '../store/localVersions.ts';
import { addVersion, contentHere, refusedPathOf } from '../store/versions.ts';
import { IntegrityError } from './boundedBody.ts';
import { openDownloads } from './download.ts';
import { inParallel } from './parallel.ts';

/** So that far-off registries are waited for together; bundles are small. */
export const concurrency = 32;

/** Downloads in a row that nothing came back for; then the rest are not tried. */
const maxFailures = 3;

export interface Wanted {
  skill_id: string;
  hash: string;
  /** `own` where its name is not told to the mirror. */
  source: string;
  /** A version of it that may be here and share files. */
  near?: string | undefined;
  /** What proves it, where it is known. */
  proof?: string | undefined;
}

export interface Brought {
  /** The folder of each version that is here now, by its hash. */
  here: Map<string, string>;
  /** Why another is not, by its hash: the end of a sentence. */
  failures: Map<string, string>;
}

interface Place {
  context: Pick<Context, 'terminal' | 'signal'>;
  /** Without one nothing is downloaded. */
  registry: Registry | undefined;
  /** Of that registry. */
  log: CheckedLog | undefined;
  home: SyncHome;
  ground: LocalVersions;
}

/** What it brings is on disk when it resolves. Needs the lock of `home`. Errors: 401, since then nothing can be had, and the end of the program. */
export async function bringVersions(
  { context: { terminal, signal }, registry, log, home, ground }: Place,
  versions: readonly Wanted[],
): Promise<Brought> {
  const wanted = new Map(versions.map((version) => [version.hash, version]));
  const brought: Brought = { here: new Map(), failures: new Map() };
  const { here, failures } = brought;
  await inParallel(concurrency, [...wanted.keys()], async (hash) => {
    const version = await usableVersion(ground, hash, home);
    if (version) here.set(hash, version);
  });
  const missing = [...wanted].filter(([hash]) => !here.has(hash));
  if (!registry) {
    for (const [hash] of missing) failures.set(hash, away);
    return brought;
  }
  const downloads = openDownloads(registry, (seconds) => {
    terminal.note(`The registry asks to wait ${Math.ceil(seconds)} s.`);
    return pause(seconds, signal);
  });
  let [done, unanswered] = [0, 0];
  await inParallel(concurrency, missing, async ([hash, { near, ...version }]) => {
    if (unanswered >= maxFailures) return void failures.set(hash, away);
    try {
      const isNear = near !== undefined && ground.versions.has(near);
      await log?.prove(version);
      const files = await downloads.filesOf(version, isNear ? (file) => contentHere(home, near, file) : undefined);
      const { slug } = namesIn(version.skill_id);
      here.set(hash, await addVersion(home, { hash, slug, files }, ground.versions));
      unanswered = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Unreachable) unanswered += 1;
      failures.set(hash, reasonOf(error));
    }
    done += 1;
    terminal.progress(done, missing.length, 'Downloading');
  });
  // One that a killed program brought may not last yet.
  if (wanted.size > 0) await syncFolder(home.versions);
  return brought;
}

const away = 'the registry does not answer. Try again later.';

/** One that is as it was, and would be placed today. What is none is downloaded, and refused with what is wrong. */
async function usableVersion(
  { versions, editsOf }: LocalVersions,
  hash: string,
  home: SyncHome,
): Promise<string | undefined> {
  const hex = digitsOf(hash);
  const isUsable = async (version: string) =>
    versions.has(version) && (await editsOf(version)).length === 0 && !(await refusedPathOf(home, version));
  if (await isUsable(hex)) return hex;
  for (const version of versions) if (version.startsWith(`${hex}~`) && (await isUsable(version))) return version;
  return undefined;
}

/** The end of the sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof IntegrityError)
    return `${error.message}. Nothing was written. Tell the operator of the registry.`;
  if (error instanceof RegistryError && error.status === 401) throw error;
  if (error instanceof RegistryError || error instanceof Unreachable || error instanceof Failure) return error.message;
  return `it could not be written: ${(error as Error).message}`;
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
