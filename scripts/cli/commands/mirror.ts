/** A copy of a registry as files alone, on this machine. */
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RegistryError } from '../../../origin/contract/client.ts';
import { type Context, exitCodes, Failure, type Outcome, Unreachable } from '../context.ts';
import { Busy, locked } from '../lock.ts';
import { finish } from '../mirror/changes.ts';
import { faultsIn } from '../mirror/check.ts';
import { type About, type MirrorFolder, openMirrorFolder } from '../mirror/folder.ts';
import { nginxOf } from '../mirror/nginx.ts';
import { pass } from '../mirror/pass.ts';
import { Refused } from '../mirror/refused.ts';
import { checkedInWords, copyInWords, counted, summaryOf } from '../mirror/told.ts';
import { policyOf } from '../registry/log/policy.ts';
import { TooFewWitnesses } from '../registry/log/witnessed.ts';
import type { Registry } from '../registry/registry.ts';
import { makeFolder } from '../sync/store/durable.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { printableJson } from '../terminal/printable.ts';

export interface MirrorOptions {
  watch?: boolean;
  /** Seconds. */
  interval: string;
  full?: boolean;
  check?: boolean;
  /** What `listen` is to say, where it was given. */
  nginx?: string | true;
}

/** Seconds between two tries while the registry is away. */
const maxPause = 15 * 60;
const usualPort = '8080';
/** Seconds. */
const maxInterval = 86_400;
/** Milliseconds that a check waits for a copy that is just being changed. */
const patience = 60_000;
/** Milliseconds between two words on how far a first copy is. */
const betweenNotes = 5000;

export async function mirror(context: Context, place: string, options: MirrorOptions): Promise<Outcome> {
  const { watch, full = false } = options;
  const interval = Number(options.interval);
  if (!/^\d+$/.test(options.interval) || !(interval >= 1 && interval <= maxInterval))
    throw new Failure(`--interval takes seconds, from 1 to ${maxInterval}.`, exitCodes.usage);
  if (process.platform === 'win32')
    throw new Failure('skill-registry mirror needs names and links that Windows doesn’t have: run it in WSL.');
  const root = resolve(context.workingDirectory, place);
  if (options.nginx) {
    const text = await nginxOf(root, options.nginx === true ? usualPort : options.nginx);
    return { text, json: { nginx: text } };
  }
  if (options.check) return checkCopy(root);
  const told = await bringUpToDate(context, root, { isFull: full });
  if (!watch) return told;
  await tell(context, told);
  await keepFollowing(context, root, interval);
  return { text: '', json: null, isPrinted: true };
}

type Told = Pick<Outcome, 'text' | 'json'>;

/** With --watch, a document a line. */
const tell = ({ terminal }: Context, { text, json }: Told): Promise<void> =>
  terminal.print(terminal.json ? printableJson(json).replaceAll(/\n\s*/g, ' ') : text);

/** Runs where nobody else works in the folder. Errors: `Busy`; `Failure` of a folder with something else in it. */
async function alone<T>(root: string, patience: number, work: (folder: MirrorFolder) => Promise<T>): Promise<T> {
  // Before anything is put there.
  await openMirrorFolder(root);
  await makeFolder(root);
  const lock = { lock: `${root}/lock`, staging: root, purpose: 'mirror', patience };
  return locked(lock, async () => work(await openMirrorFolder(root)));
}

/** `isQuiet`: where nothing changed, nothing is told. */
async function bringUpToDate(context: Context, root: string, { isFull = false, isQuiet = false }): Promise<Told> {
  const { terminal, signal, config } = context;
  const copied = alone(root, 0, async (folder) => {
    // Nobody has to be asked for it.
    const finished = await finish(folder);
    const registry = await context.registry();
    const about = await aboutOf(folder, root, registry);
    const reader = { registry, home: syncHomeOf(context, registry), policy: policyOf(config) };
    const came = telling((files) => terminal.note(`${counted(files, 'file')} so far …`));
    const passed = await pass(root, { folder, reader, signal, isFull, tell: terminal.note, came });
    const written = passed.written + (finished?.written ?? 0);
    const removed = passed.removed + (finished?.removed ?? 0);
    for (const path of passed.lost) terminal.note(`The registry has lost ${path}, and it is not copied.`);
    if (isQuiet && written + removed === 0) return { text: '', json: null };
    const summary = await summaryOf(about, passed.copy);
    const change =
      written + removed === 0
        ? 'Nothing changed.'
        : `${counted(written, 'file')} came, ${counted(removed, 'file')} went.`;
    return {
      text: `${change}\n${copyInWords(summary)}: ${checkedInWords(summary)}.`,
      json: { ...summary, written, removed, lost: passed.lost },
    };
  });
  return copied.catch((error: NodeJS.ErrnoException) => {
    if (!['ENOSPC', 'EDQUOT'].includes(error.code ?? '')) throw error;
    throw new Failure(`The disk of ${root} is full. Make room, and run it again: it goes on from there.`);
  });
}

/** Errors: `Failure` where the folder has the copy of another registry. */
async function aboutOf({ about, claim }: MirrorFolder, root: string, registry: Registry): Promise<About> {
  const now = { registry: registry.originUrl, site: registry.mirrorUrl };
  if (about && about.registry !== now.registry)
    throw new Failure(`${root} has a copy of ${about.site}, not of ${now.site}. Name another folder.`);
  if (about?.site !== now.site) await claim(now);
  return now;
}

/** Calls on after some seconds, and no sooner again. */
function telling(say: (files: number) => void): (files: number) => void {
  let last = performance.now();
  return (files) => {
    if (performance.now() - last < betweenNotes) return;
    last = performance.now();
    say(files);
  };
}

async function checkCopy(root: string): Promise<Outcome> {
  const none = new Failure(`${root} has no copy of a registry that is whole.`);
  if (!(await openMirrorFolder(root)).about) throw none;
  const check = async (folder: MirrorFolder): Promise<Outcome> => {
    await finish(folder);
    const shown = await folder.shown();
    if (!folder.about || !shown) throw none;
    const [summary, faults] = [await summaryOf(folder.about, shown), await faultsIn(shown)];
    const lines = faults.map(({ path, what }) => `${path} ${what}`);
    const end =
      faults.length === 0
        ? 'every byte is as it came'
        : `${counted(faults.length, 'fault')}. To put them right: --full`;
    return {
      text: [...lines, `${copyInWords(summary)}: ${end}.`].join('\n'),
      json: { ...summary, faults },
      exitCode: faults.length > 0 ? exitCodes.failed : exitCodes.done,
    };
  };
  return alone(root, patience, check).catch(async (error: NodeJS.ErrnoException) => {
    if (!['EROFS', 'EACCES'].includes(error.code ?? '')) throw error;
    // On a disk that is only read nobody changes it either.
    return check(await openMirrorFolder(root));
  });
}

/** Until the person stops it. */
async function keepFollowing(context: Context, root: string, interval: number): Promise<void> {
  const { signal, terminal } = context;
  let said = '';
  for (let failures = 0; !signal.aborted; ) {
    const pause = failures === 0 ? interval : Math.min(maxPause, interval * 2 ** Math.min(failures, 10));
    await wait(pause * 1000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const told = await bringUpToDate(context, root, { isQuiet: true });
      if (told.text !== '') await tell(context, told);
      [failures, said] = [0, ''];
    } catch (error) {
      if (signal.aborted) return;
      if (!isToPass(error)) throw error;
      failures += 1;
      if (said !== error.message) terminal.note(error.message);
      said = error.message;
    }
  }
}

/** A log that is not sound does not get sound with time: it ends here, loudly. What came broken may come whole. */
const isToPass = (error: unknown): error is Error =>
  (error instanceof RegistryError && (error.status === 429 || error.status >= 500)) ||
  [Unreachable, TooFewWitnesses, Refused, Busy].some((kind) => error instanceof kind);
