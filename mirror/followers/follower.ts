/**
 * A copy of somebody else's snapshot, brought up to date pass by pass: what changed since the last, checked to the byte, and
 * shown once all of it is there. Until there was a first pass nothing is shown.
 */
import { createProgress, readProgress } from '../snapshot/catalog/progress.ts';
import { createManifest } from '../snapshot/files/manifest.ts';
import { type Pack, parsePack } from './pack/pack.ts';
import { createPart } from './part/part.ts';
import { type Asking, openLeader } from './pass/asking.ts';
import { collect } from './pass/collect.ts';
import { takeFirst } from './pass/first.ts';
import type { Place, Taken } from './pass/place.ts';
import { reopen } from './pass/reopen.ts';
import type { Spool } from './pass/spool.ts';
import { takeIn } from './pass/take.ts';
import { isWrong } from './pass/wrong.ts';
import { isDiskFull } from './room.ts';
import { createFollowed, readFollowed } from './state.ts';

export interface Follower {
  /**
   * Takes in what changed; undefined where that is nothing. `copied` hears how many files there are, of the first pass.
   * Errors: `LeaderAway`, `BrokenPack`, `LogError`.
   */
  step(copied?: (files: number) => void): Promise<Taken | undefined>;
  /** Whether there was a whole pass. */
  isFilled(): Promise<boolean>;
}

interface Parts extends Place, Pick<Asking, 'ask' | 'meet'> {
  spool: Spool;
  /** As `leaveRoom`, of where it is. */
  room(taken: number): Promise<void>;
  /** Told that from now on somebody may look: files are replaced whole. */
  shown?(): void;
}

export async function openFollower(parts: Parts): Promise<Follower> {
  const { catalog, spool, journal, meet, alarm, shown } = parts;
  await catalog.write(async (db) => {
    await createProgress(db);
    await createManifest(db);
    await createFollowed(db);
    await createPart(db);
  });
  const isFilled = async () => (await readProgress(catalog.db))?.full === 0;
  await reopen(parts, isFilled);
  const given = { ...parts, leader: await openLeader(parts), shown };

  /**
   * A pass that is whole on disk, or `held` in memory too. What is refused is set aside, so that the next begins from where this
   * one did.
   */
  const takeSpooled = async (held?: readonly Pack[]): Promise<Taken> => {
    const { pass } = await readFollowed(catalog.db);
    const packs = async function* () {
      if (held) yield* held;
      // What is in them was looked at before they were kept; their hash says that they are those.
      else for await (const bytes of spool.packs()) yield parsePack(bytes);
    };
    let isFull = false;
    for await (const { head } of packs()) {
      isFull ||= head.isFull;
      await meet(head);
    }
    try {
      const taken = await takeIn(parts, packs, {
        number: pass + (isFull ? 1 : 0),
        isEnd: true,
        isFirst: false,
        isFull,
      });
      await spool.clear();
      return taken;
    } catch (error) {
      if (isWrong(error)) {
        const place = await spool.keep();
        alarm('what the leader sent is refused, and kept', { what: (error as Error).message, place });
      }
      throw error;
    }
  };

  const step = async (copied: (files: number) => void): Promise<Taken | undefined> => {
    if (await spool.isWhole()) return takeSpooled();
    if (!(await isFilled())) return takeFirst(given, copied);
    const pass = await collect(given).catch(async (error) => {
      // What else there is needs the room more than a pass that never gets whole.
      if (isDiskFull(error)) await spool.clear();
      throw error;
    });
    return pass && takeSpooled(pass.held);
  };

  let hasFailed = false;
  return {
    isFilled,
    step: async (copied = () => undefined) => {
      // Files of one that failed may be there already, of which the manifest does not know.
      if (hasFailed && (await journal.read()).length > 0) await reopen(parts, isFilled);
      hasFailed = true;
      const taken = await step(copied);
      hasFailed = false;
      return taken;
    },
  };
}
