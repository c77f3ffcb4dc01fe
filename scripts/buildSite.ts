/**
 * Builds the site where its sources changed since the last build. A build goes into a folder named by its sources and
 * is then pointed to at once, so programs that run meanwhile keep the one they started with.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { siteBuild } from '../mirror/site/built.ts';
import { digestOfSources } from '../mirror/snapshot/build/fingerprint.ts';

const root = join(import.meta.dirname, '..');
const builds = join(dirname(siteBuild), 'builds');
/** What the pages are made of. */
const sources = ['astro.config.mjs', 'package-lock.json', 'mirror/site', 'origin/contract', 'origin/read'];
/** Earlier builds stay for programs that still run on them. */
const keptBuilds = 4;

/** `say` is given a line when there is something to wait for. Rejects when `signal` is aborted. */
export async function buildSite(say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const name = (await digestOfSources(sources)).slice(0, 16);
  const build = join(builds, name);
  if (!existsSync(build)) {
    say('Building the site (some seconds, once after each change of its sources) …');
    const draft = join(builds, `.${name}-${process.pid}`);
    try {
      await astroBuild(draft, signal);
      await rename(draft, build).catch(() => undefined);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  await pointTo(name);
  await utimes(build, new Date(), new Date());
  await dropOldBuilds();
}

async function astroBuild(outDir: string, signal: AbortSignal | undefined): Promise<void> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  try {
    const run = promisify(execFile);
    await run(process.execPath, [astro, 'build', '--outDir', outDir], {
      cwd: root,
      env: environment,
      maxBuffer: 2 ** 26,
      ...(signal && { signal }),
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`The site could not be built.\n${stdout ?? ''}${stderr ?? ''}`);
  }
}

async function pointTo(name: string): Promise<void> {
  await mkdir(builds, { recursive: true });
  const draft = `${siteBuild}-${process.pid}`;
  await symlink(join('builds', name), draft);
  await rename(draft, siteBuild);
}

async function dropOldBuilds(): Promise<void> {
  const names = (await readdir(builds)).filter((name) => !name.startsWith('.'));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, used: (await stat(join(builds, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.used - a.used).slice(keptBuilds);
  for (const { name } of old) await rm(join(builds, name), { recursive: true, force: true });
}
