/** Starting the app with the person's session: a file that is written and shown, and turned on where they say so. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../config.ts';
import { type Context, exitCodes, type Outcome } from '../context.ts';
import { launcher } from '../program/served.ts';
import { packageFolder } from '../version.ts';
import { type SessionFile, sessionFile, typed } from './sessionFile.ts';

/** Writes the file, shows it, and asks whether to turn it on. `yes` is the answer where nobody is asked. */
export async function startAtLogin(context: Context, { yes = false }: { yes?: boolean }): Promise<Outcome> {
  const { terminal } = context;
  const file = await fileOf(context);
  await mkdir(dirname(file.path), { recursive: true });
  await writeFile(file.path, file.text, { encoding: file.encoding });
  const commands = file.enable.map((command) => typed(command, process.platform));
  const shown = [`# ${file.path}`, file.text.trim()].join('\n');
  const json = { file: file.path, content: file.text, enable: commands };
  if (!terminal.json) await terminal.print(`${shown}\n`);
  if (!yes && !(await terminal.confirm('Start the app with each login from now on?', false))) {
    terminal.note('Written, and not turned on. To turn it on:');
    return { text: commands.join('\n'), json: { ...json, enabled: false } };
  }
  const problem = await runAll(file.enable);
  if (problem) {
    terminal.note(`Can’t turn it on: ${problem}`);
    return { text: '', json: { ...json, enabled: false }, exitCode: exitCodes.failed };
  }
  const text =
    'The app starts with each login. To open it: skill-registry app. To undo: skill-registry app --not-at-login';
  return { text, json: { ...json, enabled: true } };
}

/** Turns it off and deletes the file. */
export async function stopAtLogin(context: Context): Promise<Outcome> {
  const file = await fileOf(context);
  const paths = [...file.leftovers, file.path];
  const wasThere = paths.some(existsSync);
  const problem = wasThere ? await runAll(file.disable) : undefined;
  for (const path of paths) await rm(path, { force: true });
  if (problem) context.terminal.note(`Its files are deleted. An app that runs now may go on: ${problem}`);
  const text = wasThere ? 'The app no longer starts with a login.' : 'The app did not start with a login.';
  return { text, json: { file: file.path, was_there: wasThere } };
}

async function fileOf(context: Context): Promise<SessionFile> {
  const { config, environment } = context;
  const { home, registryUrl, dataDirectory } = config;
  const packed = join(packageFolder, launcher);
  const program = await realpath(existsSync(packed) ? packed : join(packageFolder, '../cli.ts'));
  // What the configuration says by itself may change later; what this command line says is meant.
  const { registryUrl: usual } = await readConfig({ environment: { ...environment, SKILL_REGISTRY_URL: '' }, home });
  const named = usual === registryUrl ? [] : ['--registry', registryUrl];
  return sessionFile({
    platform: process.platform,
    home,
    environment,
    command: [process.execPath, program, ...named, 'app', '--background'],
    uid: process.getuid?.() ?? 0,
    folder: join(dataDirectory, 'app'),
  });
}

/** Stops at the first that fails, and says why. */
async function runAll(commands: readonly (readonly string[])[]): Promise<string | undefined> {
  for (const [program = '', ...words] of commands) {
    try {
      await promisify(execFile)(program, words, { timeout: 30_000 });
    } catch (error) {
      const { stderr = '', message } = error as Error & { stderr?: string };
      return `${typed([program, ...words], process.platform)}: ${stderr.trim() || message}`;
    }
  }
  return undefined;
}
