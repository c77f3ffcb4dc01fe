/** A machine with ClawHub's program on it, as it is published, told of a registry on loopback by its site alone. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const program = join(import.meta.dirname, '../../node_modules/clawhub/bin/clawdhub.js');
/** Where it may make no code of strings it reads its schemas as they stand: to compile them is a third of a start. */
const withoutCompiling = '--disallow-code-generation-from-strings';

export interface ClawhubMachine extends AsyncDisposable {
  /** Where the program is started; it installs into `skills` below. */
  work: string;
  /** What it wrote, both streams, without colours; a command that fails has `failed` before it. */
  clawhub(...args: string[]): Promise<string>;
  /** The same, looked at while it runs. */
  start(args: string[], onText: (said: string) => void): Promise<string>;
  /** Files below `work`. */
  put(folder: string, files: Record<string, string>): Promise<string>;
}

/** `signedIn`: where the program is told to ask, and with which token, as `login --token` leaves it behind. */
export async function clawhubMachine(
  site: string,
  signedIn?: { registry: string; token: string },
): Promise<ClawhubMachine> {
  const home = await mkdtemp(join(tmpdir(), 'clawhub-'));
  const work = join(home, 'work');
  await mkdir(work);
  if (signedIn) {
    await mkdir(join(home, '.config/clawhub'), { recursive: true });
    await writeFile(join(home, '.config/clawhub/config.json'), JSON.stringify(signedIn));
  }
  const env = { PATH: process.env['PATH'], HOME: home, CI: '1', NO_COLOR: '1', LANG: 'C.UTF-8', CLAWHUB_SITE: site };
  const start: ClawhubMachine['start'] = (args, onText) => {
    const child = spawn(process.execPath, [withoutCompiling, program, '--no-input', ...args], {
      cwd: work,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        onText(said);
      });
    return new Promise((resolve) => child.on('close', (code) => resolve(`${code === 0 ? '' : 'failed '}${said}`)));
  };
  return {
    work,
    clawhub: (...args) => start(args, () => undefined),
    start,
    put: async (folder, files) => {
      for (const [path, text] of Object.entries(files)) {
        const file = join(work, folder, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
      return join(work, folder);
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
