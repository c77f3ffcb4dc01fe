/**
 * Builds the CLI as a package: a file that starts it, and one for each command, so that a command loads only what it needs.
 * They run under Node 20 and depend on no package. The same sources give the same bytes. A registry serves what `keepCli`
 * keeps; `npm run pack:cli` packs `dist/cli`, for a package registry.
 */
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, type OutputChunk, type Plugin, type RolldownOutput } from 'rolldown';
import { vocabularyFile } from '../../../origin/bundle/tokens.ts';
import { grammarNames } from '../../../origin/scan/programs/program.ts';
import { joinedSheets, packedSheet } from '../app/styles.ts';
import { repositoryOf } from './repository.ts';

const root = join(import.meta.dirname, '../../..');
/** The oldest Node that runs the CLI. Undici stays at 7 for it: 8 needs Node 22. */
const oldestNode = '20.15';
const grammars = join(root, 'node_modules/@vscode/tree-sitter-wasm');
const vocabulary = join(root, 'node_modules/gpt-tokenizer/data', vocabularyFile);

if (import.meta.main) {
  const [program] = process.argv.slice(2);
  if (program) await buildProgram(program);
  else await buildProgram(join(root, 'dist/cli/skill-registry.mjs'), await repositoryOf(root));
}

/**
 * Writes the file that starts it to `program`, and the rest of the package next to it; whatever else the folder held is
 * deleted. `repository` is where a package registry says that it comes from.
 */
export async function buildProgram(program: string, repository?: string): Promise<void> {
  const folder = dirname(program);
  await rm(folder, { recursive: true, force: true });
  const { output } = await build({
    input: { main: join(root, 'scripts/cli.ts') },
    platform: 'node',
    transform: { target: `node${oldestNode}` },
    plugins: [bundledRequire()],
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name]-[hash].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      minify: true,
    },
    logLevel: 'warn',
  });
  const main = output.find((part): part is OutputChunk => part.type === 'chunk' && part.isEntry);
  await writeFile(program, launcher(main?.fileName ?? ''));
  await chmod(program, 0o755);
  await copyGrammars(join(folder, 'tree-sitter'));
  await copyFile(vocabulary, join(folder, vocabularyFile));
  await writeFile(join(folder, packedSheet), await joinedSheets(root));
  await writeFile(join(folder, 'LICENSES.txt'), await licences(output));
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(root, 'scripts/cli/CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
  await writeFile(join(folder, 'README.md'), await readme());
  const described = await manifest(basename(program), repository);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
}

/**
 * What starts it: so plain that a Node of ten years ago reads it and says what is wrong. An update replaces it last, and so
 * goes from the old files to the new ones at once.
 */
function launcher(main: string): string {
  const [major, minor] = oldestNode.split('.');
  return `#!/usr/bin/env node
var node = process.versions.node.split('.').map(Number);
if (node[0] > ${major} || (node[0] === ${major} && node[1] >= ${minor})) {
  import('./${main}')
    .then(function (cli) { return cli.main(process); })
    .then(function (code) { process.exitCode = code; });
} else {
  console.error('skill-registry needs Node ${oldestNode} or newer. This is Node ' + process.versions.node + ', ' + process.execPath + '.');
  process.exitCode = 1;
}
`;
}

/** What the scan parses programs with, which is loaded at run time (origin/scan/programs/parser.ts). */
async function copyGrammars(folder: string): Promise<void> {
  await mkdir(folder);
  const runtime = ['tree-sitter.js', 'tree-sitter.wasm'];
  for (const name of [...runtime, ...grammarNames.map((language) => `tree-sitter-${language}.wasm`)])
    await copyFile(join(grammars, 'wasm', name), join(folder, name));
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

/** It names no dependencies: what the CLI needs is in its files. */
async function manifest(program: string, repository: string | undefined) {
  const own = JSON.parse(await readFile(join(root, 'scripts/cli/package.json'), 'utf8'));
  return {
    ...own,
    ...(repository && { repository: { type: 'git', url: `git+${repository}.git` }, homepage: `${repository}#readme` }),
    bin: { [own.name]: program },
    files: ['*.mjs', 'tree-sitter', vocabularyFile, packedSheet, 'LICENSES.txt', 'CHANGELOG.md'],
  };
}

/** The part of the project's README that is about using the CLI. */
async function readme(): Promise<string> {
  const [, usage] = /^### Use it\n([\s\S]*?)^##/m.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? [];
  if (!usage) throw new Error('README.md has no part on using the CLI.');
  return `# skill-registry\n${usage}`;
}

/** A `require` that is made at run time looks for packages, and there are none: a plain one is bundled. */
function bundledRequire(): Plugin {
  const made = /^const require = createRequire\(import\.meta\.url\);$/m;
  return {
    name: 'bundled-require',
    transform: { filter: { code: made }, handler: (code) => code.replace(made, '') },
  };
}

/** What the licences of the packages inside ask to be told. */
async function licences(output: RolldownOutput['output']): Promise<string> {
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  packages.add(grammars);
  const texts = [...packages].sort().map(async (path) => {
    const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    const file = (await readdir(path)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file ? await readFile(join(path, file), 'utf8') : '';
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
