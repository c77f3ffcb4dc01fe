/** Work of many accounts on few lanes: in turn by account, the work of one in its order and one at a time. */
import { ApiError } from '../../contract/errors.ts';

export interface FairQueue<Lane> {
  /**
   * Runs `work` when it is its account's turn and a lane is free. Without an account it is in nobody's way but its own.
   * Errors: `rate_limited` where the account has too much waiting, `unavailable` where all have.
   */
  run<T>(account: unknown, work: (lane: Lane) => Promise<T>): Promise<T>;
  /** How many wait. */
  length(): number;
  /** Resolves when nothing runs and nothing waits. */
  settled(): Promise<void>;
}

interface Job<Lane> {
  run(lane: Lane): Promise<unknown>;
  refuse(reason: ApiError): void;
}

/** `each`: what may run and wait of one account; `all`: what may wait. Where it is full, the longest line loses its last. */
export function fairQueue<Lane>(lanes: readonly Lane[], { each = 64, all = 256 } = {}): FairQueue<Lane> {
  const free = [...lanes];
  /** In the order of their turns. */
  const lines = new Map<unknown, Job<Lane>[]>();
  const running = new Set<unknown>();
  const settling = new Set<() => void>();

  const next = (): void => {
    if (running.size === 0 && lines.size === 0) for (const settled of settling) settled();
    const [account, line] = [...lines].find(([whose]) => !running.has(whose)) ?? [];
    const job = line?.[0];
    const lane = job && free.shift();
    if (!line || !job || lane === undefined) return;
    line.shift();
    if (line.length === 0) lines.delete(account);
    running.add(account);
    void job.run(lane).finally(() => {
      free.unshift(lane);
      running.delete(account);
      const rest = lines.get(account);
      if (rest && lines.delete(account)) lines.set(account, rest);
      next();
    });
    next();
  };
  const length = () => lines.values().reduce((sum, line) => sum + line.length, 0);
  const makeRoom = (account: unknown, waits: number): void => {
    if (waits + (running.has(account) ? 1 : 0) >= each) throw refusal('rate_limited', tooMany);
    if (length() < all) return;
    const longest = lines.values().reduce((most, line) => (line.length > most.length ? line : most));
    if (longest.length <= waits + 1) throw refusal('unavailable', busy);
    longest.pop()?.refuse(refusal('unavailable', busy));
  };
  return {
    run: (account = Symbol('nobody'), work) =>
      new Promise((resolve, reject) => {
        const line = lines.get(account) ?? [];
        makeRoom(account, line.length);
        line.push({ run: (lane) => work(lane).then(resolve, reject), refuse: reject });
        lines.set(account, line);
        next();
      }),
    length,
    settled: () =>
      new Promise((resolve) => {
        settling.add(resolve);
        next();
      }),
  };
}

const tooMany = 'Too many of your bundles are waiting to be read. Send the next one when one of them is done.';
const busy = 'Too many bundles are waiting to be read. Try again in a moment.';

const refusal = (code: 'rate_limited' | 'unavailable', message: string) =>
  new ApiError(code, message, { retry_after: 5 });
