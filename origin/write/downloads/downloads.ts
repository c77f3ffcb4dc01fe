/** Downloads on their way into the store, and from there into what is shown. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DownloadCounts } from '../../contract/subjects/downloads.ts';
import { addDownloads, downloadsToShow, showDownloads } from '../../store/downloads/downloads.ts';
import type { Engine } from '../../store/engine/engine.ts';
import { reportTo } from '../background.ts';
import { collectDownloads } from './collect.ts';

/**
 * Skills in one write, and milliseconds of rest after it: what follows the store makes some ten files of each again, and
 * takes a publish in between two. So an hour has room for 14,400 numbers that change, the largest first.
 */
const batchSize = 4;
const rest = 1000;

/** Shows what was counted. Resolves with how many skills show another number than before. */
export async function showCounted(
  engine: Engine,
  now: number,
  { signal, pause = rest }: { signal?: AbortSignal; pause?: number } = {},
): Promise<number> {
  const due = await downloadsToShow(engine.db, now);
  for (let from = 0; from < due.length; from += batchSize) {
    if (signal?.aborted) return from;
    await engine.write((db) => showDownloads(db, due.slice(from, from + batchSize), now));
    await wait(pause, undefined, signal && { signal }).catch(() => undefined);
  }
  return due.length;
}

interface Counting {
  engine: Engine;
  /** What this process counted; undefined where it doesn't. */
  counter: { take(): DownloadCounts } | undefined;
  /** Where mirrors leave what they counted. */
  folder: string;
  /** Unix seconds. */
  now(): number;
  signal: AbortSignal;
}

/** Counts that wait while the store can't be written to: beyond, the oldest go. */
const mostUnwritten = 200_000;
/** Milliseconds between two writes: what was counted since the last one is lost in a crash. */
const flushEvery = 60_000;
/** Seconds between two times that the shown numbers change. */
const showEvery = 3600;

/** What this process and the mirrors of its folder counted, until `signal` ends, and then once more for what was counted last. */
export async function countInBackground(
  { engine, counter, folder, now, signal }: Counting,
  log: Logger,
): Promise<void> {
  const report = reportTo(log, 'counting downloads failed');
  let unwritten: DownloadCounts = [];
  while (!signal.aborted) {
    await wait(flushEvery, undefined, { signal }).catch(() => undefined);
    try {
      unwritten = [...unwritten, ...(counter?.take() ?? [])].slice(-mostUnwritten);
      const counts = unwritten;
      if (counts.length > 0) await engine.write((db) => addDownloads(db, counts, now()));
      unwritten = [];
      const unreadable = await collectDownloads({ engine, folder, now: now() });
      if (unreadable > 0) log.warn(`removed ${unreadable} files in ${folder} that are no counts of downloads`);
    } catch (error) {
      report(error);
    }
  }
}

/** Shows each hour what all of them counted, until `signal` ends. */
export async function showInBackground(
  { engine, now, signal }: Pick<Counting, 'engine' | 'now' | 'signal'>,
  log: Logger,
): Promise<void> {
  const report = reportTo(log, 'showing how often skills are downloaded failed');
  for (let shownAt = 0; ; ) {
    // First what was counted is written.
    await wait(flushEvery, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    if (Math.abs(now() - shownAt) < showEvery) continue;
    await showCounted(engine, now(), { signal }).then(() => {
      shownAt = now();
    }, report);
  }
}
