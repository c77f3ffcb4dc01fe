/** Work of many clients, so much of it at a time: in turn by client, and refused early where it would come too late. */
import { ApiError } from '../../contract/errors.ts';

export interface Bounds {
  /** How many work at a time, and how many of them for one client. */
  running: number;
  each: number;
  /** How many wait at most. */
  waiting: number;
  /** Milliseconds that one waits at most: in a burst, and once others have been waiting for longer than that. */
  patience: number;
  impatience: number;
}

export interface Turn {
  /** While `work` goes on, the place is free for others. Afterwards it is taken again without waiting. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the place back, once. */
  end(): void;
}

export interface Gate {
  /**
   * Resolves when it is the client's turn; `left` takes who waits out of the line.
   * Errors: `unavailable`, at once where too many wait, and otherwise when it was waited for too long.
   */
  enter(client: string, left?: () => AbortSignal): Promise<Turn>;
  counts(): { running: number; waiting: number };
}

interface Waiter {
  since: number;
  begin(): void;
  refuse(): void;
}

/** Where the line is full, the client with most in it loses the last of that. */
export function openGate({ running: most, each, waiting, patience, impatience }: Bounds): Gate {
  const held = new Map<string, number>();
  /** In the order of their turns. */
  const lines = new Map<string, Waiter[]>();
  let running = 0;
  let length = 0;
  let busySince = 0;

  const take = (client: string, by: 1 | -1): void => {
    const holds = (held.get(client) ?? 0) + by;
    if (holds > 0) held.set(client, holds);
    else held.delete(client);
    running += by;
  };
  const leave = (client: string): void => {
    take(client, -1);
    next();
  };
  const turnOf = (client: string): Turn => {
    let isOver = false;
    return {
      aside: async (work) => {
        leave(client);
        try {
          return await work();
        } finally {
          if (!isOver) take(client, 1);
        }
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        leave(client);
      },
    };
  };
  /** A line that goes on for long would have everyone wait as long as anyone may: so then only the newest are answered. */
  const isTooLate = ({ since }: Waiter, now: number): boolean =>
    now - since > (now - busySince > patience ? impatience : patience);
  const next = (): void => {
    const now = performance.now();
    while (running < most) {
      const [client, line] = lines.entries().find(([whose]) => (held.get(whose) ?? 0) < each) ?? [];
      const waiter = line?.[0];
      if (client === undefined || !waiter) return;
      if (isTooLate(waiter, now)) {
        waiter.refuse();
        continue;
      }
      remove(client, waiter);
      // Its next one comes after those of all others.
      const rest = lines.get(client);
      if (rest && lines.delete(client)) lines.set(client, rest);
      take(client, 1);
      waiter.begin();
    }
  };
  const remove = (client: string, waiter: Waiter): void => {
    const line = lines.get(client);
    const place = line?.indexOf(waiter) ?? -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    length -= 1;
    if (line.length === 0) lines.delete(client);
  };
  const makeRoom = (client: string): void => {
    if (length < waiting) return;
    const longest = lines.values().reduce((longer, line) => (line.length > longer.length ? line : longer), []);
    if (longest.length <= (lines.get(client)?.length ?? 0) + 1) throw tooMany();
    longest.at(-1)?.refuse();
  };
  const wait = (client: string, left: (() => AbortSignal) | undefined): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const signal = left?.();
      const leaveLine = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', waiter.refuse);
        remove(client, waiter);
      };
      const waiter: Waiter = {
        since: performance.now(),
        begin: () => {
          leaveLine();
          resolve(turnOf(client));
        },
        refuse: () => {
          leaveLine();
          reject(tooMany());
        },
      };
      const timer = setTimeout(() => waiter.refuse(), patience).unref();
      if (signal?.aborted) return waiter.refuse();
      signal?.addEventListener('abort', waiter.refuse);
      if (length === 0) busySince = waiter.since;
      const line = lines.get(client) ?? [];
      line.push(waiter);
      lines.set(client, line);
      length += 1;
    });
  return {
    enter: async (client, left) => {
      if (running < most && (held.get(client) ?? 0) < each) {
        take(client, 1);
        return turnOf(client);
      }
      makeRoom(client);
      return wait(client, left);
    },
    counts: () => ({ running, waiting: length }),
  };
}

const tooMany = () => new ApiError('unavailable', 'The registry is asked for more than it can answer right now.');
