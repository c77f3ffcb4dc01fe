/**
 * How much a process works on at a time, by what it costs: each bucket of the table is a class of its own, so that what is
 * asked for in one never waits for another. What comes on top of that waits, and is soon refused.
 */
import type { Context, MiddlewareHandler } from 'hono';
import type { Bucket } from '../../contract/operations/row.ts';
import { clientAddress } from '../clientAddress.ts';
import { bucketOf, type Metering } from '../meter.ts';
import { type Bounds, type Gate, openGate, type Turn } from './gate.ts';

/** Threads that read a database, pack and compress, in a process of Node. */
const threads = 4;
/** Comparisons that run or wait, one after the other: `Comparer`. They leave the threads to other heavy reads. */
const comparisons = 9;
/** Publishes of one account that may wait to be read: `fairQueue`. */
const publishesEach = 64;

/** Half of what works at a time may be for one client. As many wait as are answered in a second or two. */
const bounds = (running: number): Bounds => ({
  ...{ running, each: Math.ceil(running / 2), waiting: Math.min(32 * running, 256) },
  ...{ patience: 2000, impatience: 200 },
});

/** All numbers of admission follow from these. Writes wait elsewhere too: for bodies, for the scan, for each other. */
const usualBounds: Record<Bucket, Bounds> = {
  ambient: bounds(2 * threads),
  heavy: bounds(2 * threads + comparisons),
  write: bounds(2 * publishesEach),
};

export type Admission = Record<Bucket, Gate>;

export const openAdmission = (of: Record<Bucket, Bounds> = usualBounds): Admission => ({
  ambient: openGate(of.ambient),
  heavy: openGate(of.heavy),
  write: openGate(of.write),
});

/** Does `work` when it is its client's turn. Errors: `Overload`, and those of `work`. */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>;

interface Admitting {
  admission: Admission;
  metering: Metering;
}

export const admitFor =
  ({ admission, metering }: Admitting, c: Context): Admit =>
  async (work) => {
    const bucket = bucketOf(c.req.method, c.req.path);
    const client = clientAddress(c, metering.trustedProxyHops);
    const turn = await admission[bucket].enter(client, () => c.req.raw.signal);
    c.set('turn', turn);
    try {
      return await work();
    } finally {
      turn.end();
    }
  };

/** Before whatever costs, for a host that has nothing to answer for free. */
export const admitted =
  (host: Admitting): MiddlewareHandler =>
  (c, next) =>
    admitFor(host, c)(next);

/** Waits for what the client still has to send, without keeping a place from those who are there. */
export const aside = <T>(c: Context, arriving: () => Promise<T>): Promise<T> => {
  const turn: Turn | undefined = c.get('turn');
  return turn ? turn.aside(arriving) : arriving();
};
