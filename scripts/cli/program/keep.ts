/** The CLI as a registry serves it: built where its sources changed since the last build. */
import { dirname, join } from 'node:path';
import { programBuild } from '../../../mirror/site/built.ts';
import { digestOfSources, sourceReader } from '../../../mirror/snapshot/build/sources.ts';
import { keepBuild, runBuild } from '../../builds.ts';
import { sheets } from '../app/styles.ts';

const root = join(import.meta.dirname, '../../..');
const entries = ['scripts/cli.ts'];
/** What no import names. */
const others = ['program/build.ts', 'program/repository.ts', 'package.json', 'CHANGELOG.md'].map(
  (name) => `scripts/cli/${name}`,
);
const ofProject = ['README.md', 'LICENSE', 'package-lock.json'];

/** `say` is given a line when there is something to wait for. Rejects where it can't be built; the last build stays. */
export async function keepCli(say: (line: string) => void): Promise<void> {
  const { files } = await sourceReader(root, [])(entries);
  await keepBuild({
    current: programBuild,
    builds: join(dirname(programBuild), 'programs'),
    digest: await digestOfSources([...files, ...others, ...ofProject, ...sheets], root),
    make: async (folder) => {
      say('Packing the CLI (a few seconds, once after each change of its sources) …');
      await runBuild('scripts/cli/program/build.ts', [join(folder, 'skill-registry.mjs')]);
    },
  });
}
