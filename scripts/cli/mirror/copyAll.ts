/** A pass over all there is: it makes another copy, which nobody is shown before it is whole and was held against the log. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedFile } from '../../../mirror/followers/pack/checkedFile.ts';
import { BrokenPack, type Pack } from '../../../mirror/followers/pack/pack.ts';
import type { PackedFile } from '../../../mirror/followers/pack/shapes.ts';
import { isFile } from '../../../mirror/followers/pass/survey.ts';
import { goneName } from '../../../mirror/snapshot/catalog/names.ts';
import { type Entry, faultsOf, isSame, isSameInForms } from '../../../mirror/snapshot/files/content.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { openTouched } from '../../../mirror/snapshot/files/touched.ts';
import { type CopyFiles, namesOf, openCopyFiles } from './copyFiles.ts';
import type { Copy } from './folder.ts';
import { type Answer, BadAnswer, packsAfter } from './leader.ts';
import { clashes } from './names.ts';
import { noteIn, type Passed, type Passing } from './passing.ts';
import { prove } from './proofs.ts';
import { isOfLeader, refusal } from './refused.ts';
import { stillThere, versionsAmong } from './versions.ts';

type Known = ReadonlyMap<string, Entry>;

/** `given`: what was already answered, from the beginning of the pass on. Errors: as `prove`; `BadAnswer`. */
export async function copyAll(parts: Passing, shown: Copy | undefined, given?: AsyncIterable<Answer>): Promise<Passed> {
  const { folder, came } = parts;
  // What is damaged there is not taken over anyway.
  const known: Known = (await shown?.index().catch(() => undefined))?.entries ?? new Map();
  const begun = given ? undefined : await folder.unfinished();
  let next = begun?.state.cursor !== undefined && (await isSound(begun)) ? begun : await folder.begin();
  const lost = new Set(next.state.lost);
  let refuseClash = await clashesIn(next);
  let files = await openCopyFiles(next.root, folder.staging, true);
  const { cursor } = next.state;
  for await (const { pack, bytes } of given ?? packsAfter(parts, { cursor, isBegun: cursor !== undefined })) {
    if (pack.head.isReset && next.state.cursor !== undefined) {
      next = await folder.begin();
      files = await openCopyFiles(next.root, folder.staging, true);
      refuseClash = clashes();
      lost.clear();
    }
    await takePack(next, files, pack, { known, from: shown?.root, lost, refuseClash }).catch((error) => {
      throw error instanceof BrokenPack ? new BadAnswer(error.message, bytes) : error;
    });
    came((await next.index()).entries.size);
  }
  await files.sync();
  const { entries } = await next.index();
  await holdToLog(parts, next, { before: parts.isFull ? undefined : shown?.state, known });
  await folder.show(next);
  const written = [...entries.values()].filter((entry) => !isSame(entry, known.get(entry.path))).length;
  const removed = [...known.keys()].filter((path) => !entries.has(path)).length;
  return { copy: next, written, removed, lost: [...lost] };
}

interface Taking {
  /** What the copy that is shown has, and where. */
  known: Known;
  from: string | undefined;
  lost: Set<string>;
  refuseClash: ReturnType<typeof clashes>;
}

async function clashesIn(copy: Copy): Promise<ReturnType<typeof clashes>> {
  const found = clashes();
  for (const entry of (await copy.index()).entries.values()) found(entry);
  return found;
}

async function takePack(copy: Copy, files: CopyFiles, { head, items, end }: Pack, taking: Taking): Promise<void> {
  const index = await copy.index();
  const put = new Map<string, Entry>();
  const gone = new Set<string>();
  let names: Map<string, string> | undefined;
  for (const item of items) {
    if (isFile(item)) {
      const entry = await takeFile(files, item, head.tagBits, taking);
      if (entry) {
        put.set(item.file, entry);
        taking.lost.delete(item.file);
      }
      gone.delete(item.file);
    } else if ('gone' in item) {
      names ??= new Map([...index.entries.keys(), ...put.keys(), ...taking.lost].map((path) => [goneName(path), path]));
      const path = names.get(item.gone);
      if (path === undefined) continue;
      taking.lost.delete(path);
      await files.remove(path);
      put.delete(path);
      gone.add(path);
    }
  }
  await index.change({ put: [...put.values()], gone: [...gone] });
  await copy.save({ ...copy.state, cursor: end.next, lost: [...taking.lost] });
}

/** The entry of a file that is there now; undefined of one that the registry has lost. */
async function takeFile(
  files: CopyFiles,
  item: PackedFile,
  tagBits: Pack['head']['tagBits'],
  { known, from, lost, refuseClash }: Taking,
): Promise<Entry | undefined> {
  const checked = await checkedFile(item, tagBits);
  if (checked) refuseClash(checked.entry);
  const before = known.get(item.file);
  const isThere = checked ? isSameInForms(checked.entry, before) : before?.sha256 === item.sha256;
  if (before && isThere && from !== undefined && (await files.take(from, before))) return before;
  if (checked) await files.put(checked);
  else lost.add(item.file);
  return checked?.entry;
}

/** One that was refused is set aside. */
async function holdToLog(
  { folder, reader, tell }: Passing,
  copy: Copy,
  { before, known }: { before: Copy['state'] | undefined; known: Known },
): Promise<void> {
  const { entries } = await copy.index();
  const log = before?.log;
  const isHeld = ({ path, sha256 }: Entry) => log !== undefined && known.get(path)?.sha256 === sha256;
  try {
    const note = await noteIn(copy);
    const proved = await prove(reader, { versions: versionsAmong(entries.values(), isHeld), note, before: log, tell });
    const { log: _, ...state } = copy.state;
    const unnamed = stillThere([...(before?.unnamed ?? []), ...(proved?.unnamed ?? [])], entries.values());
    await copy.save({ ...state, ...(proved && { log: proved.log }), unnamed });
  } catch (error) {
    if (!isOfLeader(error)) throw error;
    throw refusal(error, reader.registry.mirrorUrl, await folder.setAside(copy));
  }
}

/**
 * Whether what an ended program left of a copy is as its index says; what the index does not name is taken away, and the rest is
 * on disk when it resolves.
 */
async function isSound(copy: Copy): Promise<boolean> {
  const index = await copy.index().catch(() => undefined);
  if (!index) return false;
  const [files, touched, named] = [openFolder(copy.root), openTouched(copy.root), new Set<string>()];
  for (const entry of index.entries.values())
    for (const name of namesOf(entry)) {
      named.add(name);
      touched.add(join(copy.root, name));
    }
  for await (const path of files.list()) if (!named.has(path)) await rm(join(copy.root, path));
  await touched.sync();
  for (const entry of index.entries.values()) if ((await faultsOf(files, entry)).length > 0) return false;
  return true;
}
