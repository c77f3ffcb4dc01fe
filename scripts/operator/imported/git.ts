/**
 * The plain `git` program, run without a shell and without anything of the machine's, the user's or a repository's own
 * configuration: no hooks, templates, credentials, prompts or proxies, and no protocol but https.
 */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

/** Why a repository can't be had, in one sentence. */
export class GitRefusal extends Error {}

/** Git ended without having done it; the message is the reason it gave. */
export class GitFailure extends GitRefusal {}

export interface GitRun {
  /** Where git may leave things; its home. */
  home: string;
  /** Ends the program and all it started; what it was aborted with is thrown. */
  signal: AbortSignal;
  /** More settings, `name=value`. */
  settings?: readonly string[];
  /** What it reads. */
  input?: string;
  /** Most bytes that it may print. */
  mostOutput?: number;
  /** Each line that it says meanwhile. */
  onLine?: (line: string) => void;
}

const settings = [
  'protocol.allow=never',
  'protocol.https.allow=always',
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.askPass=',
  'credential.helper=',
  'http.followRedirects=false',
  'http.proxy=',
  'fetch.recurseSubmodules=false',
  'fetch.uriProtocols=',
  'transfer.bundleURI=false',
  'gc.auto=0',
  'maintenance.auto=false',
];

const maxOutput = 64 * 1024;

/** What git prints. Errors: `GitFailure`; `GitRefusal` where it is missing or prints too much; the signal's reason. */
export async function git(args: readonly string[], run: GitRun): Promise<Buffer> {
  const { signal, mostOutput = 1024 * 1024 } = run;
  signal.throwIfAborted();
  const options = [...settings, ...(run.settings ?? [])].flatMap((setting) => ['-c', setting]);
  const child = spawn('git', [...options, ...args], {
    env: environment(run.home),
    // A process group of its own, so that its helpers end with it and a terminal's Ctrl-C reaches us first.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let refusal: Error | undefined;
  const end = (why: Error) => {
    refusal ??= why;
    killGroup(child.pid);
  };
  const stop = () => end(signal.reason);
  signal.addEventListener('abort', stop);

  const printed: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostOutput) end(new GitRefusal('The repository is too large to list.'));
    else printed.push(chunk);
  });
  let said: string[] = [];
  let begun = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (begun + chunk).slice(-maxOutput).split(/[\r\n]/);
    begun = lines.pop() ?? '';
    for (const line of lines) run.onLine?.(line);
    said = [...said, ...lines].slice(-8);
  });
  child.stdin.on('error', () => undefined); // it ended before it read everything: its exit code says why
  child.stdin.end(run.input);

  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (refusal) throw refusal;
    if (code !== 0) throw new GitFailure(lastWords([...said, begun]));
    return Buffer.concat(printed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new GitRefusal('There is no git on this machine.');
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Nothing is taken over but where programs are. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  XDG_CONFIG_HOME: home,
  TMPDIR: home,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_ALLOW_PROTOCOL: 'https',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LFS_SKIP_SMUDGE: '1',
});

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The reason that git gave, on one line; a server wrote parts of it, so nothing that steers a terminal is kept. */
function lastWords(said: readonly string[]): string {
  const lines = said.filter((line) => line.trim() !== '');
  const reason = lines.findLast((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? '';
  const words = reason.replace(/^(?:fatal|error): /, '').replace(/\p{Cc}+/gu, ' ');
  return words.slice(0, 300) || 'git failed without a message.';
}

/** The first git that connects where it is told to (`http.curloptResolve`). */
const minVersion = [2, 37] as const;

/** Refuses an older git: it would take an address to connect to from the name itself. */
export async function checkGit(run: GitRun): Promise<void> {
  const text = (await git(['--version'], run)).toString().trim();
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).map(Number);
  if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return;
  throw new GitRefusal(`Imports need git ${minVersion.join('.')} or newer; this is "${text}".`);
}
