/**
 * Sync manifests as answers. Devices ask often and mostly for what they have, so answers are kept, each with what it
 * was made from: while nothing of that changes, it takes one indexed look-up to say so, and all who ask at the same time
 * share it.
 */
import { LRUCache } from 'lru-cache';
import type { Answer } from '../read/answer.ts';
import { etagOf } from '../read/etag.ts';
import type { Engine } from '../store/engine/engine.ts';
import { type Noted, notedNow } from '../store/events/changes.ts';
import { currentSources, type SyncSources, syncSources } from '../store/library/sync.ts';
import { type Caller, isKitKey, type View, viewOf } from '../store/view.ts';

export interface SyncManifests {
  /** What the caller's devices hold now. */
  answerFor(caller: Caller): Promise<Answer>;
}

interface Kept {
  answer: Answer;
  sources: SyncSources;
}

/** Bytes that kept answers may take: some 800 of 500 skills each, or tens of thousands of usual ones. */
const room = 64 * 1024 * 1024;

/** `read` answers for one view, which is consistent. */
export function createSyncManifests(
  engine: Engine,
  read: (view: View) => Promise<Answer>,
  { maxSize = room }: { maxSize?: number } = {},
): SyncManifests {
  const known = new LRUCache<string, Kept>({ maxSize, sizeCalculation: sizeOf });
  const look = shared(() => notedNow(engine.db));
  /** What was found last: an answer from before that has changes to read in any case. */
  let found: Noted = { settled: 0, newest: 0, open: 0 };
  const standing = async (sources: SyncSources): Promise<SyncSources | undefined> => {
    if (sources.seq >= found.settled) found = await look();
    return currentSources(engine.db, sources, found);
  };
  const build = (caller: Caller): Promise<Kept> =>
    engine.read(async (db) => {
      const view = viewOf(engine, caller, db);
      const answer = await read(view);
      return { answer: { ...answer, etag: etagOf(answer.body) }, sources: await syncSources(view, caller) };
    });
  return {
    answerFor: async (caller) => {
      const key = keyOf(caller);
      const kept = known.get(key);
      const sources = kept && (await standing(kept.sources));
      const current = kept && sources ? { ...kept, sources } : await build(caller);
      if (current.sources !== kept?.sources) known.set(key, current);
      return current.answer;
    },
  };
}

/**
 * One look for all who ask while an earlier one is under way. It begins after each of them asked, so what it finds is no
 * older than they are.
 */
function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const looking = look();
    underWay = looking;
    return looking;
  };
  return () => {
    next ??= underWay.then(begin, begin);
    return next;
  };
}

/** All devices and sessions of a person hold the same; a kit key has its kit alone. */
const keyOf = (caller: Caller): string =>
  isKitKey(caller) ? `${caller.profileId} ${caller.kitId}` : `${caller.profileId}`;

/** An id in a set takes about 30 bytes. */
const sizeOf = ({ answer, sources }: Kept): number =>
  answer.body.byteLength + 30 * (sources.skills.size + sources.kits.size) + 500;
