/** A person's machine with the program on it, and a registry on loopback that it reaches. */
import { spawn } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { manifestOf, versionHash } from '../../origin/bundle/manifest.ts';
import { packed, program } from './program.ts';

export interface Machine extends AsyncDisposable {
  home: string;
  /** Where the program is started. */
  work: string;
  /** `~/.agents/skills`. */
  skills: string;
  environment: NodeJS.ProcessEnv;
  /** Runs a command within this process, by the packed program: to start one takes ten times as long as most do. */
  run(...args: string[]): Promise<Ran>;
  /** In a process of its own where Node is given something, a signal ends it, or PATH is another. */
  runWith(options: Options, ...args: string[]): Promise<Ran>;
  /** Starts a process for it, as a person does. */
  start(...args: string[]): Promise<Ran>;
}

interface Options {
  /** Before the program. */
  node?: string[];
  environment?: NodeJS.ProcessEnv;
  /** Sends SIGINT when it ends. */
  signal?: AbortSignal;
  cwd?: string;
}

export interface Ran {
  /** The exit code, or the signal that ended it. */
  ended: number | string;
  stdout: string;
  stderr: string;
  milliseconds: number;
}

export async function newMachine({ registryUrl, token }: { registryUrl: string; token?: string }): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'machine-'));
  const home = root;
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    CI: '1',
    SKILL_REGISTRY_URL: registryUrl,
    ...(token && { SKILL_REGISTRY_TOKEN: token }),
  };
  const runWith: Machine['runWith'] = async ({ node = [], environment: more, signal, cwd = home }, ...args) => {
    const start = { cwd, environment: { ...environment, ...more } };
    const isApart = node.length > 0 || signal || Object.keys(more ?? {}).some((name) => /^(?:NODE_|PATH$)/.test(name));
    if (isApart) return runProgram([...node, program, ...args], { ...start, ...(signal && { signal }) });
    return runHere(args, start);
  };
  return {
    home,
    work: home,
    skills: join(home, '.agents/skills'),
    environment,
    run: (...args) => runWith({}, ...args),
    runWith,
    start: (...args) => runProgram([program, ...args], { cwd: home, environment }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

interface Start {
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** Sends SIGINT when it ends. */
  signal?: AbortSignal;
}

function runProgram(args: string[], { cwd, environment, signal }: Start): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
    });
  }
  signal?.addEventListener('abort', () => child.kill('SIGINT'));
  return new Promise((resolve) =>
    child.on('close', (code, by) =>
      resolve({ ended: code ?? by ?? 'gone', ...said, milliseconds: performance.now() - began }),
    ),
  );
}

async function runHere(args: string[], { cwd, environment }: Start): Promise<Ran> {
  const began = performance.now();
  const said = { stdout: '', stderr: '' };
  const writing = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      decodeStrings: false,
      write: (text, _, done) => {
        said[name] += text;
        done();
      },
    });
    return stream as NodeJS.WriteStream;
  };
  const ended = await packed().main({
    argv: [process.execPath, program, ...args],
    env: environment,
    stdin: Readable.from([]) as NodeJS.ReadStream,
    stdout: writing('stdout'),
    stderr: writing('stderr'),
    cwd: () => cwd,
  });
  return { ended, ...said, milliseconds: performance.now() - began };
}

/** What an agent finds in a folder: each skill by its name, with the hash of its files; anything odd as it is. */
export async function skillsIn(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const skills = names.sort().map(async (name) => [name, await hashOfFolder(join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(skills));
}

/** The version hash of a folder's files, the folder itself being real or a link. */
async function hashOfFolder(folder: string): Promise<string> {
  const root = (await lstat(folder)).isSymbolicLink() ? await readlink(folder) : folder;
  try {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        if (!entry.isFile()) throw new Error(`${file} is no file`);
        return { path: file.slice(root.length + 1), bytes: await readFile(file) };
      });
    return versionHash(manifestOf(await Promise.all(files)));
  } catch (error) {
    return `broken: ${(error as Error).message}`;
  }
}
