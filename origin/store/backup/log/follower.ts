/**
 * Follows the write-ahead log of a database without a gap, whichever program writes. The log is pinned (`pin.ts`): it begins
 * again only where all of it was moved and read, which `renew` sees to while nobody can write.
 */
import type { Engine } from '../../engine/engine.ts';
import type { Part } from '../chains.ts';
import { pinWal } from './pin.ts';
import { frameLength, isNext, isSum, openWal, type WalHeader, type WalPosition, walk } from './wal.ts';

/** Frames of a segment; and those that are kept in memory at most, from before the log began again. */
const [segmentFrames, heldFrames] = [1024, 2048];

/** Frames after which the log is moved into the database: as many as SQLite itself would wait for. */
const renewAfter = 1000;

/** It can’t be proven any more that nothing is missing. */
export class Broken extends Error {}

export interface Piece {
  part: Part;
  frames: Buffer;
}

export type Follower = Awaited<ReturnType<typeof followWal>>;

/** The state in which the database’s file stands still, until the next renewal. */
export interface Still {
  position: WalPosition;
  at: number;
}

type Place = Pick<WalPosition, 'frame' | 'sum'>;

/** `now`: milliseconds, Unix time. */
export async function followWal(engine: Engine, file: string, now: () => number) {
  const pin = await pinWal(file);
  const wal = await openWal(file).catch(async (error: unknown) => {
    await pin.close();
    throw error;
  });
  let header: WalHeader | undefined;
  let seen: Place = { frame: 0, sum: [0, 0] };
  let sent = seen;
  let commits: Part['commits'] = [];
  let held: Piece[] = [];
  let renewedAt = 0;
  /** So many frames of this log are in the database; unknown where somebody still read from it, free before the first time. */
  let moved: number | undefined | 'free' = 'free';
  /** Another program cut the log, which then begins with any salts. */
  let isEmptied = false;
  /** Frames over all logs. */
  const total = { seen: 0, sent: 0 };
  let looking: Promise<unknown> = Promise.resolve();

  const look = async (): Promise<number> => {
    const at = now();
    const found = await wal.header();
    if (!found) {
      isEmptied = true;
      return total.seen;
    }
    // After a transaction that was taken back, the same salts may stand over another sum.
    if (found.salts !== header?.salts || !isSum(found.sum, header.sum)) {
      const isNextOne = isEmptied || seen.frame === 0 || isNext(header?.salts ?? '', found.salts);
      if (header && moved !== 'free' && !(moved === seen.frame && isNextOne))
        throw new Broken('the log began again before all of it was read');
      [header, isEmptied, moved] = [found, false, moved === 'free' ? moved : 0];
      [seen, sent, commits, renewedAt] = [{ frame: 0, sum: found.sum }, { frame: 0, sum: found.sum }, [], 0];
    }
    const scanned = await wal.scan(header, seen);
    total.seen += scanned.frame - seen.frame;
    seen = { frame: scanned.frame, sum: scanned.sum };
    for (const { frame, pages } of scanned.commits) commits.push([frame, pages, at]);
    return total.seen;
  };
  /** One look at a time. */
  const lookInTurn = (): Promise<number> => {
    const next = looking.then(look, look);
    looking = next;
    return next;
  };

  const cut = async (from: Place, until: number): Promise<Piece> => {
    const log = header;
    if (!log) throw new Broken('there is no log');
    const to = Math.min(until, from.frame + segmentFrames);
    const frames = await wal.frames(log, from.frame, to);
    const walked = walk(log, from, frames);
    if (walked.frame !== to) throw new Broken('the log changed where it was read');
    const ends = commits.filter(([frame]) => frame > from.frame && frame <= to);
    const part = { salts: log.salts, from: from.frame, to, before: from.sum, after: walked.sum, commits: ends };
    return { part, frames };
  };
  const cutAll = async (from: Place, until: number): Promise<Piece[]> => {
    const pieces: Piece[] = [];
    for (let at = from; at.frame < until; ) {
      const piece = await cut(at, until);
      pieces.push(piece);
      at = { frame: piece.part.to, sum: piece.part.after };
    }
    return pieces;
  };

  const renew = async (isFirst = false): Promise<Still | undefined> =>
    engine.write(async () => {
      await lookInTurn();
      if (isFirst) total.sent = total.seen;
      else {
        if (held.length > 0 || seen.frame - sent.frame > heldFrames) return undefined;
        held = await cutAll(sent, seen.frame);
      }
      sent = seen;
      renewedAt = seen.frame;
      moved = undefined;
      if (!(await pin.renew())) return undefined;
      moved = seen.frame;
      return { position: { salts: header?.salts ?? '', ...seen }, at: now() };
    });

  return {
    look: lookInTurn,
    /**
     * Moves the log into the database. Undefined where somebody still reads from it. What was not sent is held in memory, except
     * the first time: a base is to follow.
     */
    renew,
    isLong: () => seen.frame - renewedAt >= renewAfter,
    /** Bytes of the log that are still to be sent. */
    unsent: () => (header ? (seen.frame - sent.frame) * frameLength(header) : 0),
    /** What comes next to be sent, if anything does. */
    next: async (): Promise<Piece | undefined> =>
      held[0] ?? (seen.frame > sent.frame ? cut(sent, seen.frame) : undefined),
    sent: (piece: Piece) => {
      total.sent += piece.part.to - piece.part.from;
      if (piece === held[0]) held = held.slice(1);
      else sent = { frame: piece.part.to, sum: piece.part.after };
    },
    /** What was sent, or was seen where nothing was, since that state. */
    since: async ({ position }: Still, isAll: boolean): Promise<Piece[]> => {
      if (!header) return [];
      // Who still reads from a log keeps it from beginning again, though all of it was moved: then it goes on.
      const from = header.salts === position.salts ? position : { frame: 0, sum: header.sum };
      return cutAll(from, isAll ? seen.frame : sent.frame);
    },
    /** These were sent, and all before them. */
    sentUntil: (pieces: readonly Piece[]) => {
      const last = pieces.at(-1);
      if (last) sent = { frame: last.part.to, sum: last.part.after };
      total.sent = total.seen - (seen.frame - sent.frame);
    },
    total,
    /** When the oldest transaction was seen that is not sent, if there is one. */
    oldest: (): number | undefined =>
      held.find(({ part }) => part.commits.length > 0)?.part.commits[0]?.[2] ??
      commits.find(([frame]) => frame > sent.frame)?.[2],
    header: () => header,
    close: async () => {
      await looking.catch(() => undefined);
      await wal.close();
      await pin.close();
    },
  };
}
