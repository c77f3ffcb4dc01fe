import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { changesAfter } from '../../../mirror/followers/feed.ts';
import { readLed } from '../../../mirror/followers/leaderFile.ts';
import { openCopy } from '../../../mirror/followers/open.ts';
import { openPack } from '../../../mirror/followers/pack/checked.ts';
import { parsePack } from '../../../mirror/followers/pack/pack.ts';
import { partInWords, readPart } from '../../../mirror/followers/part/part.ts';
import { describeBuilder, findBuilder, takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { findCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { openServed } from '../../../mirror/snapshot/served.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { readStanding } from '../../../origin/store/schema/migrate.ts';
import { tagBitsOf } from '../../../origin/store/tagBits.ts';
import { counted } from '../doctor/check.ts';
import type { Outcome } from '../operatorContext.ts';
import { packsIn } from './packFile.ts';

/** Writes what the mirror serves, or what changed since an earlier file, to a new file. The registry may run. */
export async function exportCopy(settings: Settings, file: string, { since }: { since?: string }): Promise<Outcome> {
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  let after = since === undefined ? undefined : await endOf(since);
  const catalog = await findCatalog(settings);
  if (!catalog) throw new Error(`There is no snapshot in ${settings.dataDir}: start the registry once.`);
  const led = settings.follow && (await readLed(settings.dataDir));
  const served = openServed(settings);
  const feed = {
    ...{ catalog, files: served.files },
    site: led?.site ? (led.site as Settings['site']) : settings.site,
    tagBits: led?.tagBits ?? (await tagBitsOf(settings)),
    schema: (await readStanding(catalog.db))?.schema ?? 0,
  };
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w');
  const part = await readPart(catalog.db);
  let [files, bytes, isFull] = [0, 0, false];
  try {
    for (let isFirst = true; ; isFirst = false) {
      const pack = Buffer.from(await changesAfter(feed, { after }));
      const { head, items, end } = parsePack(pack);
      if (isFirst) isFull = head.isFull;
      else if (head.isReset) throw new Error('The snapshot was made again meanwhile: export it again.');
      const lost = items.find((item) => 'file' in item && item.as === 'none');
      if (lost && 'file' in lost)
        throw new Error(`${lost.file} is missing or damaged here, so nothing was exported: run operator doctor.`);
      await handle.writeFile(pack);
      files += items.filter((item) => 'file' in item).length;
      bytes += pack.byteLength;
      after = end.next;
      if (end.isComplete) break;
    }
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close();
    await rm(draft, { force: true });
    throw error;
  } finally {
    await served.close();
    await catalog.close();
  }
  const of = part ? `\nThis is a mirror of a part, and so is what was written: ${partInWords(part)}.` : '';
  const what = isFull ? 'everything' : `what changed since ${since}`;
  return {
    text: `Wrote ${what} to ${file}: ${counted(files, 'file')}, ${counted(bytes, 'byte')}.${of}`,
    json: { file, full: isFull, files, bytes, ...(part && { partial: part }) },
  };
}

/** Where an export ends. */
async function endOf(file: string): Promise<string> {
  let last: Buffer | undefined;
  for await (const pack of packsIn(file)) last = pack;
  if (!last) throw new Error(`${file} is empty.`);
  return parsePack(last).end.next;
}

/** Takes an export into the copy of this data directory, all of it or nothing. */
export async function importCopy(settings: Settings, file: string, { key }: { key?: string }): Promise<Outcome> {
  const { dataDir } = settings;
  if (settings.databaseUrl || settings.catalogUrl || existsSync(sqliteFile(dataDir)))
    throw new Error(`${dataDir} has a registry of its own: set DATA_DIR to a folder for the copy.`);
  // First all of it: so that a file which was cut short changes nothing.
  let [packs, isFull, isWhole] = [0, false, false];
  for await (const bytes of packsIn(file)) {
    const { head, end } = await openPack(bytes);
    if (packs === 0) isFull = head.isFull;
    isWhole = end.isComplete;
    packs += 1;
  }
  if (!isWhole) throw new Error(`${file} is not whole: copy it again.`);
  const { builderLock } = snapshotPaths(dataDir);
  const lock = await takeBuilderLock(builderLock);
  if (!lock) {
    const holder = describeBuilder((await findBuilder(builderLock)) ?? {});
    throw new Error(`${holder} keeps this copy in step: stop it first, or leave the import.`);
  }
  const stopping = new AbortController();
  const notes: string[] = [];
  const copy = await openCopy(
    dataDir,
    { url: file, verifier: key ?? settings.follow?.verifier },
    {
      lock,
      signal: stopping.signal,
      alarm: (what, about) => void notes.push(`${what} ${JSON.stringify(about ?? {})}`),
      ask: askFile(file, isFull),
    },
  );
  try {
    const taken = (await copy.follower.step()) ?? { written: 0, removed: 0 };
    const part = await copy.part();
    return {
      text: [
        ...notes,
        `Checked ${file}, and took it in: ${counted(taken.written, 'file')} written, ${taken.removed} removed.`,
        ...(part ? [`It is a part of a registry, ${partInWords(part)}.`] : []),
        'Serve it: FOLLOW=<the registry’s address> ROLE=mirror npm start.',
      ].join('\n'),
      json: { ...taken, notes, ...(part && { partial: part }) },
      exitCode: notes.length > 0 ? 1 : 0,
    };
  } finally {
    await copy.close();
  }
}

/** Answers with a file's packs in turn, to who is where the file begins. */
function askFile(file: string, isFull: boolean): (after: string | undefined) => Promise<Uint8Array> {
  const packs = packsIn(file);
  let isFirst = true;
  return async (after) => {
    const { value } = await packs.next();
    if (!value) throw new Error(`${file} is at its end.`);
    const { head } = parsePack(value);
    if (isFirst && !isFull && head.after !== after)
      throw new Error(
        `${file} does not begin where this copy ends: export again, with --since the file that was imported last, or everything.`,
      );
    isFirst = false;
    return value;
  };
}
