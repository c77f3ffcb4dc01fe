/** Work of many clients, so much of it at a time: in turn by client, and refused early where it would come too late. */
import { Overload } from '../../contract/errors.ts';
import { openLines } from '../../scan/reader/lines.ts';

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
   * Errors: `Overload`, at once where too many wait, and otherwise when it was waited for too long.
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
  const lines = openLines<string, Waiter>();
  let running = 0;
  let busySince = 0;

  const hasRoom = (client: string): boolean => (held.get(client) ?? 0) < each;
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
    let isAside = false;
    return {
      aside: async (work) => {
        leave(client);
        isAside = true;
        try {
          return await work();
        } finally {
          isAside = false;
          if (!isOver) take(client, 1);
        }
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        if (!isAside) leave(client);
      },
    };
  };
  /** A line that goes on for long would have everyone wait as long as anyone may: so then only the newest are answered. */
  const isTooLate = ({ since }: Waiter, now: number): boolean =>
    now - since > (now - busySince > patience ? impatience : patience);
  const next = (): void => {
    const now = performance.now();
    while (running < most) {
      const { of: client, waiter } = lines.first(hasRoom) ?? {};
      if (client === undefined || !waiter) return;
      if (isTooLate(waiter, now)) {
        waiter.refuse();
        continue;
      }
      lines.remove(client, waiter);
      lines.toEnd(client);
      take(client, 1);
      waiter.begin();
    }
  };
  const makeRoom = (client: string): void => {
    if (lines.length() < waiting) return;
    const out = lines.givingWayTo(client);
    if (!out) throw tooMany();
    out.refuse();
  };
  const wait = (client: string, left: (() => AbortSignal) | undefined): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const signal = left?.();
      const leaveLine = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', waiter.refuse);
        lines.remove(client, waiter);
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
      if (lines.length() === 0) busySince = waiter.since;
      lines.add(client, waiter);
    });
  return {
    enter: async (client, left) => {
      if (running < most && hasRoom(client)) {
        take(client, 1);
        return turnOf(client);
      }
      makeRoom(client);
      return wait(client, left);
    },
    counts: () => ({ running, waiting: lines.length() }),
  };
}

const tooMany = () => new Overload('The registry is asked for more than it can answer right now.');
