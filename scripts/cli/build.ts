/**
 * Bundles the program into `dist/cli`: one file to begin with and one for each command, so that a command loads what it
 * needs. They run under Node 20 and need no other package. Run by `npm pack`, and before tests.
 */
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin, type RolldownOutput } from 'rolldown';

const root = join(import.meta.dirname, '../..');

if (import.meta.main) await buildProgram(join(root, 'dist/cli/skill-registry.mjs'));

/** Makes the file to begin with, and beside it the others; the folder holds nothing else afterwards. */
export async function buildProgram(program: string): Promise<void> {
  const folder = dirname(program);
  await rm(folder, { recursive: true, force: true });
  const { output } = await build({
    input: { 'skill-registry': join(root, 'scripts/cli.ts') },
    platform: 'node',
    transform: { target: 'node20' },
    plugins: [bundledRequire(), versionAlone()],
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: basename(program),
      chunkFileNames: '[name]-[hash].mjs',
      banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
      minify: true,
    },
    logLevel: 'warn',
  });
  await chmod(program, 0o755);
  await writeFile(join(folder, 'LICENSES.txt'), await licences(output));
}

/** A `require` that is made at run time looks for packages, and there are none: a plain one is bundled. */
function bundledRequire(): Plugin {
  const made = /^const require = createRequire\(import\.meta\.url\);$/m;
  return {
    name: 'bundled-require',
    transform: { filter: { code: made }, handler: (code) => code.replace(made, '') },
  };
}

/** Of package.json only what the program says of itself. */
function versionAlone(): Plugin {
  const file = join(root, 'package.json');
  return {
    name: 'version-alone',
    transform: {
      filter: { id: file },
      handler: (code) => JSON.stringify({ version: (JSON.parse(code) as { version: string }).version }),
    },
  };
}

/** What the licences of the packages inside ask to be told. */
async function licences(output: RolldownOutput['output']): Promise<string> {
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  const texts = [...packages].sort().map(async (path) => {
    const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    const file = (await readdir(path)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file ? await readFile(join(path, file), 'utf8') : '';
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
