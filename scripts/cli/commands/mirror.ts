/** A copy of a registry as files alone, on this machine. */
import { resolve } from 'node:path';
import { isDiskFull, NoRoom } from '../../../mirror/followers/room.ts';
import { type Context, Failure, type Outcome } from '../context.ts';
import { Busy } from '../lock.ts';
import { alone } from '../mirror/alone.ts';
import { finish } from '../mirror/changes.ts';
import { checkCopy } from '../mirror/check.ts';
import { type About, type MirrorFolder, openMirrorFolder } from '../mirror/folder.ts';
import { nginxOf } from '../mirror/nginx.ts';
import { pass } from '../mirror/pass.ts';
import { Refused } from '../mirror/refused.ts';
import { checkedInWords, copyInWords, counted, summaryOf } from '../mirror/told.ts';
import { policyOf } from '../registry/log/policy.ts';
import type { Registry } from '../registry/registry.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { jsonLine } from '../terminal/printable.ts';
import { intervalOf, keepLooking } from '../watch.ts';

export interface MirrorOptions {
  watch?: boolean;
  /** Seconds. */
  interval: string;
  full?: boolean;
  check?: boolean;
  /** What `listen` is to say, where it was given. */
  nginx?: string | true;
}

const usualPort = '8080';
/** Milliseconds between two words on how far a first copy is. */
const betweenNotes = 5000;

export async function mirror(context: Context, place: string, options: MirrorOptions): Promise<Outcome> {
  const { watch, full = false } = options;
  const interval = intervalOf(options.interval);
  if (process.platform === 'win32')
    throw new Failure('skill-registry mirror needs names and links that Windows doesn’t have: run it in WSL.');
  const root = resolve(context.workingDirectory, place);
  if (options.nginx) {
    const text = await nginxOf(root, options.nginx === true ? usualPort : options.nginx);
    return { text, json: { nginx: text } };
  }
  if (options.check) return checkCopy(root);
  if (!watch) return bringUpToDate(context, root, { isAll: full });
  // What is there already is kept up to date also where the registry is away at first.
  const isNow = (await openMirrorFolder(root)).about !== undefined;
  let first = { isAll: full, isQuiet: false };
  const look = async () => {
    const news = await bringUpToDate(context, root, first);
    first = { isAll: false, isQuiet: true };
    if (news.text !== '') await tell(context, news);
  };
  if (!isNow) await look();
  // What came broken may come whole.
  await keepLooking(context, { interval, look, isNow, passing: [Refused, Busy, DiskFull] });
  return { text: '', json: null, isPrinted: true };
}

class DiskFull extends Failure {}

type Told = Pick<Outcome, 'text' | 'json'>;

/** With --watch, a document a line. */
const tell = ({ terminal }: Context, { text, json }: Told): Promise<void> =>
  terminal.print(terminal.json ? jsonLine(json) : text);

/** `isQuiet`: where nothing changed, nothing is told. */
async function bringUpToDate(context: Context, root: string, { isAll = false, isQuiet = false }): Promise<Told> {
  const { terminal, signal, config } = context;
  const copied = alone(root, 0, async (folder) => {
    // Nobody has to be asked for it.
    const finished = await finish(folder);
    const registry = await context.registry();
    const about = await aboutOf(folder, root, registry);
    const reader = { registry, home: syncHomeOf(context, registry), policy: policyOf(config) };
    const came = telling((files) => terminal.note(`${counted(files, 'file')} so far …`));
    const passed = await pass({ root, folder, reader, signal, isFull: isAll, tell: terminal.note, came });
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
  return copied.catch((error) => {
    if (!isDiskFull(error)) throw error;
    const why = error instanceof NoRoom ? error.message : `The disk of ${root} is full.`;
    throw new DiskFull(`${why} Make room, and run it again.`);
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
