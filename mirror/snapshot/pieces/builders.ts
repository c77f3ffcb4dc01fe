/** Has pieces made by builders on other machines too: those that wait for the lease. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Piece } from '../address/everyAddress.ts';
import type { Made, Maker, Workshop } from '../build/parts.ts';
import { clearWork, countWorkers, lookAt, type Outcome, offer, type Party, withdraw } from './work.ts';

/**
 * Milliseconds between two looks at what was offered, from one that found something made, and at most. Of one kind of file a
 * piece takes some twenty, of all a few hundred: looks at those that find nothing are work for the database alone.
 */
const lookAfter = { news: 25, longest: 100 };
/** Milliseconds between two looks at who is there. */
const countEvery = 500;
/** Milliseconds for which a piece may be open, and may be with a worker, which takes a few hundred for it. */
const patience = { open: 5000, taken: 60_000 };
/** One to make, one to go on with, and one that is being recorded. */
const offersAWorker = 3;
/** For who has the lease to go on with, while it records what others made. */
const spare = 1;
/** In one build; after these it goes on alone. */
const mostFailures = 5;

/**
 * Keeps `here` busy, and offers the rest. A piece that nobody takes, or whose worker fails or goes, is made by `here`: what
 * goes wrong there is the build's failure.
 */
export async function makerOfBuilders(
  here: Maker,
  party: Party,
  stale: readonly string[],
  { catalog, alarm }: Pick<Workshop, 'catalog' | 'alarm'>,
): Promise<Maker> {
  const ending = new AbortController();
  let [busy, failures] = [0, 0];
  const rest = (ms: number) => wait(ms, undefined, { signal: ending.signal }).catch(() => undefined);
  await catalog.write(clearWork);
  // Before the first piece, so that no worker waits while that is made.
  let workers = await countWorkers(catalog.db, party);
  const follow = async () => {
    while (!ending.signal.aborted && failures < mostFailures) {
      await rest(countEvery);
      workers = await countWorkers(catalog.db, party);
    }
  };
  // What fails here leaves the rest to this builder, and fails there if it has to.
  const following = follow()
    .catch(() => undefined)
    .then(() => {
      workers = 0;
    });

  const waiting: (() => void)[] = [];
  const makeHere = async (piece: Piece, isThorough: boolean): Promise<Made> => {
    while (busy === here.width) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
    try {
      return await here.make(piece, isThorough);
    } finally {
      busy -= 1;
      waiting.shift()?.();
    }
  };
  const offered = new Map<number, PromiseWithResolvers<Outcome | undefined> & { since: number }>();
  /** With one query for all that is offered. Whether any of it is settled. */
  const look = async (): Promise<boolean> => {
    // Another may be offered meanwhile, which the answer says nothing of.
    const asked = [...offered];
    const found = await lookAt(
      catalog.db,
      asked.map(([number]) => number),
    );
    let isNews = false;
    for (const [number, { since, resolve }] of asked) {
      const state = found.get(number);
      if (typeof state !== 'string') resolve(state);
      else if (performance.now() - since > patience[state]) resolve(undefined);
      else continue;
      isNews = true;
    }
    return isNews;
  };
  let isLooking = false;
  const lookOn = async () => {
    if (isLooking) return;
    isLooking = true;
    for (let pause = lookAfter.news; offered.size > 0; await rest(pause)) {
      const isNews = await look().catch((error) => {
        for (const { reject } of offered.values()) reject(error);
        return true;
      });
      pause = isNews ? lookAfter.news : Math.min(2 * pause, lookAfter.longest);
    }
    isLooking = false;
  };
  const makeElsewhere = async (piece: Piece, isThorough: boolean): Promise<Outcome | undefined> => {
    const number = await offer(catalog.db, party, { piece, isThorough, stale });
    const outcome = { ...Promise.withResolvers<Outcome | undefined>(), since: performance.now() };
    offered.set(number, outcome);
    void lookOn();
    try {
      return await outcome.promise;
    } finally {
      offered.delete(number);
      await withdraw(catalog.db, number);
    }
  };
  const widthHere = () => here.width + (workers > 0 ? spare : 0);
  return {
    get width() {
      return widthHere() + offersAWorker * workers;
    },
    make: async (piece, isThorough) => {
      if (busy + waiting.length < widthHere() || failures >= mostFailures) return makeHere(piece, isThorough);
      const outcome = await makeElsewhere(piece, isThorough);
      if (outcome && 'made' in outcome) return outcome.made;
      if (outcome) {
        failures += 1;
        alarm('another builder failed to make a piece, which was made without it', {
          path: `${piece.kind} ${piece.ids.join(', ')}`.trim(),
          what: outcome.failed,
        });
      }
      return makeHere(piece, isThorough);
    },
    end: async () => {
      ending.abort();
      await following;
      await here.end();
    },
  };
}
