/**
 * Builds that are kept by what they are made of. Each goes into a folder of its own and is then pointed to at once, so
 * programs that run meanwhile keep the one they started with.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readlink, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder, syncTree } from './cli/sync/store/durable.ts';

const root = join(import.meta.dirname, '..');

/** Earlier builds stay for programs that still run on them. */
const kept = 4;
const day = 24 * 60 * 60 * 1000;

/**
 * Runs a script of a build, from its source: what bundlers take of memory goes with them. It is told nothing of the
 * environment, which Astro writes into code: the same sources build the same. Rejects with what it printed.
 */
export async function runBuild(script: string, args: readonly string[], signal?: AbortSignal): Promise<void> {
  const env = { ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  try {
    const options = { cwd: root, env, maxBuffer: 2 ** 26, ...(signal && { signal }) };
    await promisify(execFile)(process.execPath, [join(root, script), ...args], options);
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

interface Build {
  /** The link that points to the newest build. */
  current: string;
  /** The folder next to it with all that are kept. */
  builds: string;
  /** SHA-256 over what it is made of. */
  digest: string;
  /** Makes it in this folder, which is not there yet. */
  make(folder: string): Promise<void>;
}

/** Rejects as `make` does; what was pointed to before stays then. */
export async function keepBuild({ current, builds, digest, make }: Build): Promise<void> {
  const name = digest.slice(0, 16);
  const build = join(builds, name);
  if (!existsSync(build)) {
    const draft = join(builds, `.${name}-${process.pid}`);
    try {
      await make(draft);
      // A build that is there is believed: a power failure must leave no empty files in one.
      await syncTree(draft);
      await rename(draft, build).catch((error: unknown) => {
        // Another program made the same one meanwhile.
        if (!existsSync(build)) throw error;
      });
      await syncFolder(builds);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  const isPointedTo = (await readlink(current).catch(() => '')) === join(basename(builds), name);
  if (!isPointedTo) await pointTo(current, builds, name);
  // A file system that is read-only has nothing to keep for others.
  const isUsed = await utimes(build, new Date(), new Date()).then(
    () => true,
    () => false,
  );
  if (isUsed) await dropOldBuilds(builds);
}

async function pointTo(current: string, builds: string, name: string): Promise<void> {
  await mkdir(dirname(current), { recursive: true });
  const draft = `${current}-${process.pid}`;
  await symlink(join(basename(builds), name), draft);
  await rename(draft, current);
}

async function dropOldBuilds(builds: string): Promise<void> {
  const dated: { name: string; used: number }[] = [];
  for (const name of await readdir(builds)) {
    // Another program may finish its draft, or drop an old build, meanwhile.
    const stats = await stat(join(builds, name)).catch(() => undefined);
    if (stats) dated.push({ name, used: stats.mtimeMs });
  }
  const isDraft = ({ name }: { name: string }) => name.startsWith('.');
  const old = dated
    .filter((build) => !isDraft(build))
    .sort((a, b) => b.used - a.used)
    .slice(kept);
  // Of those that were killed meanwhile.
  const left = dated.filter((build) => isDraft(build) && build.used < Date.now() - day);
  for (const { name } of [...old, ...left]) await rm(join(builds, name), { recursive: true, force: true });
}
