/**
 * A pass over what changed: all of it is on disk and checked before any of it is taken in, and then it is taken in however often
 * that is begun.
 */
import { checkedFile } from '../../../mirror/followers/pack/checkedFile.ts';
import { type Pack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import type { Spool } from '../../../mirror/followers/pass/spool.ts';
import { isFile } from '../../../mirror/followers/pass/survey.ts';
import { filePhases, phaseOf } from '../../../mirror/snapshot/address/phases.ts';
import { goneName } from '../../../mirror/snapshot/catalog/names.ts';
import { type Entry, isSameInForms } from '../../../mirror/snapshot/files/content.ts';
import { copyAll } from './copyAll.ts';
import { openCopyFiles } from './copyFiles.ts';
import type { Copy, MirrorFolder } from './folder.ts';
import { type Answer, packsAfter } from './leader.ts';
import { clashes } from './names.ts';
import { checkpointFile, noteIn, type Passed, type Passing } from './passing.ts';
import { type Proved, prove } from './proofs.ts';
import { isOfLeader, refusal } from './refused.ts';
import { stillThere, versionsAmong } from './versions.ts';

/** Copies all there is where the registry can’t tell what changed. Errors: as `copyAll`. */
export async function copyChanges(parts: Passing, shown: Copy): Promise<Passed> {
  const { folder, reader } = parts;
  const { spool } = folder;
  const kept = await lastKept(spool, shown);
  if (kept === undefined) await spool.clear();
  let isNews = kept !== undefined;
  const answers = packsAfter(parts, { cursor: kept ?? shown.state.cursor, isBegun: isNews });
  for (let step = await answers.next(); !step.done; step = await answers.next()) {
    const { pack, bytes } = step.value;
    if (pack.head.isFull) {
      await spool.clear();
      return copyAll(parts, shown, beginningWith(step.value, answers));
    }
    isNews ||= pack.items.length > 0;
    if (isNews) await spool.add(bytes);
  }
  const { log: before } = shown.state;
  // Whether the log goes on.
  if (!isNews && before)
    await prove(reader, { versions: new Map(), note: before.checkpoint, before, tell: parts.tell });
  const proved = isNews || !before ? await check(parts, shown, isNews) : undefined;
  // On disk before what they are of is shown.
  if (proved?.unnamed.length)
    await shown.save({ ...shown.state, unnamed: [...(shown.state.unnamed ?? []), ...proved.unnamed] });
  if (isNews) await spool.seal();
  const passed = isNews ? await takeIn(folder, shown) : { copy: shown, written: 0, removed: 0, lost: [] };
  if (proved && proved.log.checkpoint !== before?.checkpoint) await shown.save({ ...shown.state, log: proved.log });
  return passed;
}

async function* beginningWith(first: Answer, rest: AsyncIterable<Answer>): AsyncGenerator<Answer> {
  yield first;
  yield* rest;
}

/** Where a pass that was cut short goes on; undefined where there is none that begins where the copy is. */
async function lastKept(spool: Spool, { state }: Copy): Promise<string | undefined> {
  let last: Pack | undefined;
  try {
    for await (const bytes of spool.packs()) {
      const pack = parsePack(bytes);
      if (!last && pack.head.after !== state.cursor) return undefined;
      last = pack;
    }
  } catch {
    return undefined;
  }
  return last?.end.next;
}

/** Takes in what an ended program had whole, for which nobody has to be asked; undefined where there is nothing. */
export async function finish(folder: MirrorFolder): Promise<Passed | undefined> {
  const { spool } = folder;
  const shown = await folder.shown();
  if (!(await spool.isWhole())) return undefined;
  if (shown && (await lastKept(spool, shown)) !== undefined) return takeIn(folder, shown);
  await spool.clear();
  return undefined;
}

interface Survey {
  /** What each file is after the pass that it is about; undefined where it went. */
  after: Map<string, Entry | undefined>;
  /** The checkpoint of the log, where it changed. */
  note: string | undefined;
  lost: string[];
  /** Names of what went. */
  gone: Set<string>;
  next: string | undefined;
}

async function survey({ spool }: MirrorFolder, shown: Copy): Promise<Survey> {
  const { entries } = await shown.index();
  const found: Survey = { after: new Map(), note: undefined, lost: [], gone: new Set(), next: undefined };
  let names: Map<string, string> | undefined;
  for await (const bytes of spool.packs()) {
    const { head, items, end } = parsePack(bytes);
    found.next = end.next;
    for (const item of items) {
      if (isFile(item)) {
        const checked = await checkedFile(item, head.tagBits);
        names?.set(goneName(item.file), item.file);
        if (checked) found.after.set(item.file, checked.entry);
        else if (entries.get(item.file)?.sha256 !== item.sha256) found.lost.push(item.file);
        if (item.file === checkpointFile) found.note = Buffer.from(checked?.files.get(item.file) ?? '').toString();
      } else if ('gone' in item) {
        found.gone.add(item.gone);
        names ??= new Map([...entries.keys(), ...found.after.keys()].map((path) => [goneName(path), path]));
        const path = names.get(item.gone);
        if (path !== undefined) found.after.set(path, undefined);
      }
    }
  }
  return found;
}

/** Holds it against the log. Errors: `Failure` of what is refused, which is set aside; as `prove` where nothing came. */
async function check({ folder, reader, tell }: Passing, shown: Copy, isNews: boolean): Promise<Proved | undefined> {
  const { entries } = await shown.index();
  const { after, note } = await survey(folder, shown);
  const { log: before } = shown.state;
  const afterwards = function* () {
    for (const entry of entries.values()) if (!after.has(entry.path)) yield entry;
    for (const entry of after.values()) if (entry) yield entry;
  };
  const isHeld = ({ path, sha256 }: Entry) => before !== undefined && entries.get(path)?.sha256 === sha256;
  try {
    if ([...after].some(([path, entry]) => entry && !entries.has(path))) [...afterwards()].forEach(clashes());
    const versions = versionsAmong(before ? onlyThere(after.values()) : afterwards(), isHeld);
    return await prove(reader, {
      versions,
      note: after.has(checkpointFile) ? note : (before?.checkpoint ?? (await noteIn(shown))),
      before,
      tell,
    });
  } catch (error) {
    if (!isOfLeader(error) || !isNews) throw error;
    throw refusal(error, reader.registry.mirrorUrl, await folder.spool.keep());
  }
}

const onlyThere = (entries: Iterable<Entry | undefined>): Entry[] =>
  [...entries].filter((entry): entry is Entry => entry !== undefined);

/** What names something goes after it when it comes, and before it when it goes. */
async function takeIn(folder: MirrorFolder, shown: Copy): Promise<Passed> {
  const index = await shown.index();
  const { after, lost, gone: names, next } = await survey(folder, shown);
  const files = await openCopyFiles(shown.root, folder.staging, false);
  const put = new Map<string, Entry>();
  for (const phase of filePhases)
    for await (const bytes of folder.spool.packs()) {
      const { head, items } = parsePack(bytes);
      for (const item of items.filter(isFile)) {
        const entry = after.get(item.file);
        // What a later pack has otherwise is not shown first.
        if (entry?.sha256 !== item.sha256 || phaseOf(item.file) !== phase) continue;
        const checked = await checkedFile(item, head.tagBits);
        if (!checked || isSameInForms(entry, index.entries.get(item.file))) continue;
        await files.put(checked);
        put.set(item.file, entry);
      }
    }
  const gone = [...after].filter(([path, entry]) => !entry && index.entries.has(path)).map(([path]) => path);
  for (const phase of filePhases.toReversed())
    for (const path of gone.filter((one) => phaseOf(one) === phase)) await files.remove(path);
  await files.sync();
  await index.change({ put: [...put.values()], gone });
  const { unnamed = [], lost: before = [] } = shown.state;
  await shown.save({
    ...shown.state,
    ...(next !== undefined && { cursor: next }),
    unnamed: stillThere(unnamed, index.entries.values()),
    lost: [...new Set([...before, ...lost])].filter((path) => !after.get(path) && !names.has(goneName(path))),
  });
  await folder.spool.clear();
  return { copy: shown, written: put.size, removed: gone.length, lost };
}
