/** Our programs as a person runs them: a command, a folder, free ports, and an end by process id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operate } from '../../scripts/operator/operate.ts';
import { bundleName } from '../../scripts/programs/names.ts';
import { skillMd } from '../registry.ts';
import { freePort } from '../servers/freePort.ts';

const root = join(import.meta.dirname, '../..');

export interface Workplace extends AsyncDisposable {
  folder: string;
  environment: NodeJS.ProcessEnv;
}

/** A data directory of its own, and two ports that were free a moment ago. */
export async function newWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'workplace-'));
  const [originPort, mirrorPort] = [await freePort(), await freePort()];
  return {
    folder,
    environment: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, 'dist/compiled'),
      DATA_DIR: join(folder, 'data'),
      DAILY_QUOTAS: 'none',
      ORIGIN_PORT: String(originPort),
      MIRROR_PORT: String(mirrorPort),
    },
    // The programs of a supervisor that was killed end a moment after it, and write until then.
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

export interface Run {
  child: ChildProcess;
  /** All that was printed until now. */
  output(): string;
  stdout(): string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Resolves when what was printed matches; rejects when the program ends before. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
}

/** An operator’s command within this process: to start one for it takes longer than most of them do. */
export async function operator({ environment }: Pick<Workplace, 'environment'>, ...args: string[]) {
  const said = { stdout: '', output: '' };
  const writing = (name: 'stdout' | 'stderr') => ({
    ...{ isTTY: false, columns: 80 },
    write: (text: string | Uint8Array) => {
      said.output += text;
      if (name === 'stdout') said.stdout += text;
      return true;
    },
  });
  const code = await operate(args, { env: environment, stdout: writing('stdout'), stderr: writing('stderr') });
  return { code, ...said };
}

/** Claims a handle for somebody new, and returns a token of theirs. */
export async function newPerson(place: Pick<Workplace, 'environment'>, handle: string): Promise<string> {
  await operator(place, 'user', 'create', handle);
  const { code, stdout, output } = await operator(place, 'token', 'mint', handle);
  if (code !== 0) throw new Error(output);
  return stdout.trim();
}

/** Imports one more skill; returns what the step that publishes it and enters it in the log said. */
export async function addSkill(place: Workplace, slug: string, author = 'ada') {
  const folder = join(place.folder, 'skills');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, author, slug), { recursive: true });
  await writeFile(join(folder, author, slug, 'SKILL.md'), skillMd(slug));
  const { code, output } = await operator(place, 'import', folder);
  if (code !== 0) throw new Error(output);
  return operator(place, 'snapshot');
}

/** Servers run as they do under `npm start`: bundled. */
const fileOf = (script: string): string =>
  join(root, /^(?:origin|mirror)\//.test(script) ? join('dist/run', bundleName(script)) : script);

export function run(script: string, args: string[], { environment }: Pick<Workplace, 'environment'>): Run {
  const child = spawn(process.execPath, [fileOf(script), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text;
      for (const listener of listeners) listener();
    });
  }
  const output = () => said.stdout + said.stderr;
  const ended = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'gone')),
  );
  return {
    child,
    output,
    stdout: () => said.stdout,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = output().match(pattern);
          if (match) resolve(match);
        };
        listeners.add(look);
        ended.then((how) => reject(new Error(`ended (${how}) before it printed ${pattern}:\n${output()}`)));
        look();
      }),
  };
}
