/** Builds the site where its sources changed since the last build. */
import { dirname, join } from 'node:path';
import { siteBuild } from '../mirror/site/built.ts';
import { digestOfSources } from '../mirror/snapshot/build/sources.ts';
import { keepBuild, runBuild } from './builds.ts';

const root = join(import.meta.dirname, '..');
/** What the pages are made of. */
const sources = ['astro.config.mjs', 'package-lock.json', 'mirror/site', 'origin/contract', 'origin/read'];

/** `say` is given a line when there is something to wait for. Rejects when `signal` is aborted. */
export async function buildSite(say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  await keepBuild({
    current: siteBuild,
    builds: join(dirname(siteBuild), 'builds'),
    digest: await digestOfSources(sources, root),
    make: async (folder) => {
      say('Building the site (some seconds, once after each change of its sources) …');
      await runBuild('node_modules/astro/bin/astro.mjs', ['build', '--outDir', folder], signal).catch((error) => {
        throw new Error(`The site could not be built.\n${error.message}`);
      });
    },
  });
}
