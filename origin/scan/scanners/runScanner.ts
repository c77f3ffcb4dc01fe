/** Has a scanner look at a version: its files in a folder of their own, which nothing outlives. */
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { BundleFile } from '../../bundle/bundleFile.ts';
import { refusedPathIn } from '../../bundle/paths.ts';
import { unprintable } from '../../contract/fields.ts';
import type * as records from '../../contract/records.ts';
import { confinement } from './confine.ts';
import { readFindings } from './readFindings.ts';
import { runProgram } from './runProgram.ts';
import type { Scanner } from './scanners.ts';

/** A scanner with what can only be known by asking the machine. */
export interface ReadyScanner extends Scanner {
  version: string;
  /** What stands before its command. */
  before: readonly string[];
}

export interface Outcome {
  status: (typeof records.verdictStatuses)[number];
  findings: z.output<typeof records.Finding>[];
  /** For the log; empty where it went well. */
  why: string;
}

/** Where folders are made; emptied when a program starts that uses it. */
export async function emptyGround(ground: string): Promise<void> {
  await removeAll(ground);
  await mkdir(ground, { recursive: true, mode: 0o700 });
}

/** Errors: one sentence that says why the scanner can't be run here. */
export async function readyScanner(scanner: Scanner, ground: string, signal: AbortSignal): Promise<ReadyScanner> {
  const before = await confinement(scanner);
  if (!before) {
    const way = scanner.memory ? 'prlimit and unshare' : 'unshare';
    throw new Error(`it needs ${way}, which does not work here; "network": "allowed" runs it with the network`);
  }
  if (scanner.version !== undefined) return { ...scanner, version: scanner.version, before };
  const command = scanner.versionCommand ?? [];
  const ended = await runProgram({ command, before, folder: ground, home: ground, seconds: 30, signal });
  const [line = ''] = ended.status === 'ok' ? ended.output.toString('utf8').split('\n', 1) : [];
  const version = line.trim();
  if (version === '' || version.length > 100 || unprintable.test(version))
    throw new Error(`its versionCommand did not print a version${'why' in ended ? `: ${ended.why}` : ''}`);
  return { ...scanner, version, before };
}

export async function runScanner(
  { command, before, seconds }: ReadyScanner,
  files: readonly BundleFile[],
  { ground, signal }: { ground: string; signal: AbortSignal },
): Promise<Outcome> {
  // What was stored under earlier rules could be configuration that a scanner obeys.
  if (refusedPathIn(files)) return { status: 'failed', findings: [], why: 'the version has a path that is refused' };
  const root = await mkdtemp(join(ground, 'version-'));
  try {
    const [folder, home] = [join(root, 'bundle'), join(root, 'home')];
    await mkdir(home, { mode: 0o700 });
    await unpack(folder, files);
    const words = command.map((word) => word.replaceAll('{bundle}', folder));
    const ended = await runProgram({ command: words, before, folder, home, seconds, signal });
    if (ended.status === 'timed_out')
      return { status: 'timed_out', findings: [], why: `it took longer than ${seconds} s` };
    if (ended.status === 'failed') return { status: 'failed', findings: [], why: ended.why };
    const paths = new Set(files.map(({ path }) => path));
    return { status: 'ok', findings: readFindings(ended.output, paths, folder), why: '' };
  } catch (error) {
    signal.throwIfAborted();
    return { status: 'failed', findings: [], why: (error as Error).message };
  } finally {
    await removeAll(root);
  }
}

/** To be read alone. Nothing in it is a link, since nothing but folders and new files is made. */
async function unpack(folder: string, files: readonly BundleFile[]): Promise<void> {
  const folders = new Set([folder]);
  for (const { path } of files)
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(join(folder, at));
  for (const at of [...folders].sort()) await mkdir(at, { mode: 0o700 });
  for (const { path, bytes } of files) await writeFile(join(folder, path), bytes, { flag: 'wx', mode: 0o400 });
  for (const at of [...folders].sort().reverse()) await chmod(at, 0o500);
}

/** Also of folders that a scanner, or we, made so that nothing can be removed from them. */
async function removeAll(root: string): Promise<void> {
  const open = async (folder: string): Promise<void> => {
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isDirectory()) await open(join(folder, entry.name));
  };
  await rm(root, { recursive: true, force: true }).catch(async () => {
    await open(root);
    await rm(root, { recursive: true, force: true });
  });
}
