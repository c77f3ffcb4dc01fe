/** Puts a version of the CLI into its folder, so that whoever starts it gets the old one or the new one. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { Failure } from '../failure.ts';
import { locked } from '../lock.ts';
import { syncFolder, writeNewFile } from '../sync/store/durable.ts';
import { launcher, type ServedCli } from './served.ts';

/** Names of files that the version before left: programs that still run may load them. They go with the next update. */
const leftovers = '.left.json';

/** Whether the folder holds exactly this version. */
export async function isPlaced({ files }: ServedCli, folder: string): Promise<boolean> {
  for (const { path, bytes } of files) {
    const found = await readFile(join(folder, path)).catch(() => undefined);
    if (!found?.equals(bytes)) return false;
  }
  return true;
}

/**
 * Writes everything next to what is there, starts the new version once, and then moves file by file into place, last the
 * one that starts it: names of the others change with their content. Rejects with `Failure` where the new version does not
 * start, or another update is running; the old one is as it was then.
 */
export async function place(cli: ServedCli, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await alone(folder, async () => {
    const draft = join(folder, `.new-${randomUUID()}`);
    try {
      await writeAll(cli.files, draft);
      await start(draft, cli.version);
      await moveInto(cli.files, draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  });
}

/** Clears away what a killed update left. */
export const tidy = (folder: string): Promise<void> => alone(folder, async () => undefined);

async function alone(folder: string, work: () => Promise<void>): Promise<void> {
  const lock = { lock: join(folder, '.update.lock'), staging: folder, purpose: 'update of the CLI', patience: 0 };
  await locked(lock, async () => {
    for (const name of await readdir(folder))
      if (/^\.new-[0-9a-f-]{36}$/.test(name)) await rm(join(folder, name), { recursive: true, force: true });
    await work();
  });
}

async function writeAll(files: readonly BundleFile[], draft: string): Promise<void> {
  await mkdir(draft);
  for (const { path, bytes } of files) {
    if (path.includes('/')) await mkdir(dirname(join(draft, path)), { recursive: true });
    await writeNewFile(join(draft, path), bytes);
  }
  await chmod(join(draft, launcher), 0o755);
}

async function start(folder: string, version: string): Promise<void> {
  const ran = promisify(execFile)(process.execPath, [join(folder, launcher), '--version'], { timeout: 60_000 });
  const said = await ran.then(({ stdout }) => stdout.trim()).catch((error) => (error as Error).message);
  if (said !== version) throw new Failure(`Version ${version} does not start here, so nothing was changed: ${said}`);
}

async function moveInto(files: readonly BundleFile[], draft: string, folder: string): Promise<void> {
  const names = new Set(files.map(({ path }) => path));
  const old = await readLeftovers(folder);
  const present = (await readdir(folder)).filter((name) => name.endsWith('.mjs') && !names.has(name));
  for (const { path } of files) {
    if (path === launcher) await syncFolder(folder);
    if (path.includes('/')) await mkdir(dirname(join(folder, path)), { recursive: true });
    await rename(join(draft, path), join(folder, path));
  }
  await syncFolder(folder);
  for (const name of old.filter((name) => present.includes(name))) await rm(join(folder, name), { force: true });
  await writeFile(join(folder, leftovers), JSON.stringify(present.filter((name) => !old.includes(name))));
}

async function readLeftovers(folder: string): Promise<string[]> {
  try {
    const names: unknown = JSON.parse(await readFile(join(folder, leftovers), 'utf8'));
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
