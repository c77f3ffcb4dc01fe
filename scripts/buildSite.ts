/** Builds the site where its sources changed since the last build. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { siteBuild } from '../mirror/site/built.ts';
import { digestOfSources } from '../mirror/snapshot/build/fingerprint.ts';
import { keepBuild } from './builds.ts';

const root = join(import.meta.dirname, '..');
/** What the pages are made of. */
const sources = ['astro.config.mjs', 'package-lock.json', 'mirror/site', 'origin/contract', 'origin/read'];

/** `say` is given a line when there is something to wait for. Rejects when `signal` is aborted. */
export async function buildSite(say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  await keepBuild({
    current: siteBuild,
    builds: join(dirname(siteBuild), 'builds'),
    digest: await digestOfSources(sources),
    make: async (folder) => {
      say('Building the site (some seconds, once after each change of its sources) …');
      await astroBuild(folder, signal);
    },
  });
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
