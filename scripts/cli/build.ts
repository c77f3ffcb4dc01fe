/**
 * Builds the CLI as a package in `dist/cli`: an entry file and one file for each command, so that a command loads only
 * what it needs. They run under Node 20 and depend on no package. `npm run pack:cli` packs the folder.
 */
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin, type RolldownOutput } from 'rolldown';
import { vocabularyFile } from '../../origin/bundle/tokens.ts';
import { grammarNames } from '../../origin/scan/programs/program.ts';

const root = join(import.meta.dirname, '../..');
/** The oldest Node that runs the CLI. Undici stays at 7 for it: 8 needs Node 22. */
const oldestNode = 20;
const grammars = join(root, 'node_modules/@vscode/tree-sitter-wasm');
const vocabulary = join(root, 'node_modules/gpt-tokenizer/data', vocabularyFile);

if (import.meta.main) await buildProgram(join(root, 'dist/cli/skill-registry.mjs'));

/** Writes the entry file to `program`, and the rest of the package next to it; whatever else the folder held is deleted. */
export async function buildProgram(program: string): Promise<void> {
  const folder = dirname(program);
  await rm(folder, { recursive: true, force: true });
  const { output } = await build({
    input: { 'skill-registry': join(root, 'scripts/cli.ts') },
    platform: 'node',
    transform: { target: `node${oldestNode}` },
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
  await copyGrammars(join(folder, 'tree-sitter'));
  await copyFile(vocabulary, join(folder, vocabularyFile));
  await writeFile(join(folder, 'LICENSES.txt'), await licences(output));
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'README.md'), await readme());
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(basename(program)), null, 2)}\n`);
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
async function manifest(program: string) {
  const { name, version, license, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return {
    ...{ name, version, description: 'Reads, publishes and syncs skills for AI agents.', license, type },
    bin: { [name]: program },
    files: ['*.mjs', 'tree-sitter', vocabularyFile, 'LICENSES.txt'],
    engines: { node: `>=${oldestNode}` },
  };
}

/** The part of the project's README that is about using the CLI. */
async function readme(): Promise<string> {
  const [, usage] = /^### Use it\n([\s\S]*?)^## /m.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? [];
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
  packages.add(grammars);
  const texts = [...packages].sort().map(async (path) => {
    const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    const file = (await readdir(path)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file ? await readFile(join(path, file), 'utf8') : '';
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
