/** Work of many accounts on few lanes: in turn by account, the work of one in its order and one at a time. */
import { ApiError, Overload } from '../../contract/errors.ts';
import { openLines } from './lines.ts';

export interface FairQueue<Lane> {
  /**
   * Runs `work` when it is its account's turn and a lane is free. Without an account it is in nobody's way but its own.
   * `leave` gives the lane to the next before the work is through; the account's turn goes on.
   * Errors: `rate_limited` where the account has too much waiting, `unavailable` where all have.
   */
  run<T>(account: unknown, work: (lane: Lane, leave: () => void) => Promise<T>): Promise<T>;
  /** How many wait. */
  length(): number;
  /** Resolves when nothing runs and nothing waits. */
  settled(): Promise<void>;
}

interface Job<Lane> {
  run(lane: Lane, leave: () => void): Promise<unknown>;
  refuse(): void;
}

/**
 * Of lanes that are free the first of `lanes` is used. `each`: what may run and wait of one account; `all`: what may wait. Where it is
 * full, the longest line loses its last.
 */
export function fairQueue<Lane>(lanes: readonly Lane[], { each = 64, all = 256 } = {}): FairQueue<Lane> {
  const free = new Set(lanes);
  const lines = openLines<unknown, Job<Lane>>();
  const running = new Set<unknown>();
  const settling = new Set<() => void>();

  const next = (): void => {
    if (running.size === 0 && lines.length() === 0) for (const settled of settling) settled();
    const { of: account, waiter: job } = lines.first((whose) => !running.has(whose)) ?? {};
    const lane = job && lanes.find((one) => free.has(one));
    if (!job || lane === undefined) return;
    free.delete(lane);
    lines.remove(account, job);
    running.add(account);
    let isLeft = false;
    const leave = () => {
      if (isLeft) return;
      isLeft = true;
      free.add(lane);
      next();
    };
    void job.run(lane, leave).finally(() => {
      running.delete(account);
      lines.toEnd(account);
      leave();
      next();
    });
    next();
  };
  const makeRoom = (account: unknown): void => {
    const own = lines.lengthOf(account) + (running.has(account) ? 1 : 0);
    if (own >= each) throw new ApiError('rate_limited', tooMany, { retry_after: 5 });
    if (lines.length() < all) return;
    const out = lines.givingWayTo(account);
    if (!out) throw new Overload(busy);
    out.refuse();
  };
  return {
    run: (account = Symbol('nobody'), work) =>
      new Promise((resolve, reject) => {
        makeRoom(account);
        const job: Job<Lane> = {
          run: (lane, leave) => work(lane, leave).then(resolve, reject),
          refuse: () => {
            lines.remove(account, job);
            reject(new Overload(busy));
          },
        };
        lines.add(account, job);
        next();
      }),
    length: lines.length,
    settled: () =>
      new Promise((resolve) => {
        settling.add(resolve);
        next();
      }),
  };
}

const tooMany = 'Too many of your bundles are waiting to be read. Send the next one when one of them is done.';
const busy = 'Too many bundles are waiting to be read. Try again in a moment.';
