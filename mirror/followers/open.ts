/** The copy of another registry's snapshot that a data directory has, opened to be kept in step. */
import { isDeepStrictEqual } from 'node:util';
import { tagBitsOf } from '../../origin/store/tagBits.ts';
import type { BuilderLock } from '../snapshot/builderLock.ts';
import { openCatalog } from '../snapshot/catalog/place.ts';
import { readProgressIfAny } from '../snapshot/catalog/progress.ts';
import { openFolderSink } from '../snapshot/files/folder.ts';
import { fileJournal } from '../snapshot/files/journal.ts';
import { snapshotPaths } from '../snapshot/paths.ts';
import { type Follower, openFollower } from './follower.ts';
import { type Ask, askLeader } from './leader.ts';
import { readLed, writeLed } from './leaderFile.ts';
import type { Head } from './pack/shapes.ts';
import { type Part, readPart } from './part/part.ts';
import type { Place } from './pass/place.ts';
import { openSpool } from './pass/spool.ts';
import { leaveRoom } from './room.ts';

interface Leader {
  url: string;
  /** Of its log, where that is known from elsewhere. */
  verifier?: string | undefined;
  /** What of it is copied, as `formatSelection` writes it; everything if unset. */
  only?: string | undefined;
}

export interface Copy {
  follower: Follower;
  /** Undefined of a copy of all. */
  part(): Promise<Part | undefined>;
  close(): Promise<void>;
}

interface Options {
  /** Whose this data directory’s snapshot is, until it is closed. */
  lock: BuilderLock;
  signal: AbortSignal;
  alarm: Place['alarm'];
  /** Where it is told what changed; over HTTP where nothing else is said. */
  ask?: Ask;
}

export async function openCopy(
  dataDir: string,
  { url, verifier, only }: Leader,
  { lock, signal, alarm, ask }: Options,
): Promise<Copy> {
  const { root, staging, catalogFile, journalFile, spool: packs } = snapshotPaths(dataDir);
  const spool = openSpool(packs);
  // Only a leader that is asked can go on where a pass was cut short: others tell all of it again.
  if (ask && !(await spool.isWhole())) await spool.clear();
  const able = await tagBitsOf({ dataDir });
  const catalog = await openCatalog(catalogFile);
  let known = await readLed(dataDir);
  const meet = async ({ site, tagBits }: Head) => {
    lock.beat();
    if (tagBits > able)
      throw new Error('The leader’s tags need times after 2038, which this disk can’t keep: use another file system.');
    if (known && isDeepStrictEqual(known, { site, tagBits })) return;
    known = { site, tagBits };
    await writeLed(dataDir, known);
  };
  let isShown = (await readProgressIfAny(catalog.db))?.full === 0;
  const follower = await openFollower({
    ...{ catalog, meet, alarm, spool, ask: ask ?? askLeader(url, signal, only) },
    room: (taken) => leaveRoom(dataDir, taken),
    sink: await openFolderSink(root, staging, () => !isShown),
    journal: fileJournal(journalFile),
    // What the leader said before; until it was met nothing is written.
    tagBits: () => known?.tagBits ?? able,
    shown: () => {
      isShown = true;
    },
    ...(verifier && { trusted: verifier }),
    ...(only !== undefined && { only }),
  });
  return {
    follower,
    part: () => readPart(catalog.db),
    close: async () => {
      await catalog.close();
      await lock.release();
    },
  };
}
