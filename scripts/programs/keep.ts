/**
 * The programs as they run: bundled once after each change of their sources. From its sources a program takes more than
 * twice the time to start, and 20 MB more of memory.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { digestOfSources } from '../../mirror/snapshot/build/sources.ts';
import { keepBuild, runBuild } from '../builds.ts';
import { bundleName } from './names.ts';

const root = join(import.meta.dirname, '../..');
/** What they are made of, and more: to tell which of these files are imported takes longer than to bundle them. */
const sources = ['origin', 'mirror', 'scripts', 'package-lock.json', 'tsconfig.json'];

/** The folder of the programs as the sources are now. Rejects where they can’t be bundled. */
export async function keepPrograms(say: (line: string) => void): Promise<string> {
  const builds = join(root, 'dist/runs');
  const digest = await digestOfSources(sources, root);
  await keepBuild({
    current: join(root, 'dist/run'),
    builds,
    digest,
    make: async (folder) => {
      say('Bundling the programs (a few seconds, once after each change of their sources) …');
      await runBuild('scripts/programs/bundle.ts', [folder]);
    },
  });
  return join(builds, digest.slice(0, 16));
}

/** The module of one of our files, out of a bundle; out of its source where there is none and none can be made. */
export async function loadBuilt<Module>(file: string, say: (line: string) => void): Promise<Module> {
  enableCompileCache(join(root, 'dist/compiled'));
  const built = await keepPrograms(say).catch((error: Error) => {
    say(`The programs could not be bundled, and run from their sources: ${error.message}`);
    return undefined;
  });
  return import(built ? join(built, bundleName(file)) : join(root, file));
}
