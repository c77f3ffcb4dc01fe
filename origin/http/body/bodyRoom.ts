/** How many bytes of request bodies the process holds at a time, and whose (CONTRACT.md, Bodies). */
import { type ApiError, Overload } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';

/** Who a body counts for: the account that sends it, and the network address that it comes from. */
export interface Holder {
  account: number | undefined;
  address: string;
}

/** What one body holds, from before its first byte until its request is answered. */
interface Place {
  /** Holds `size` bytes from now on. Errors: `unavailable` where there is no room for them. */
  grow(size: number): void;
  /** The body is whole: it makes room for no other any more. */
  settle(): void;
  leave(): void;
}

export interface BodyRoom {
  /** `end` is called when the body has to make room for another. Errors: `unavailable`. */
  enter(holder: Holder, end: (reason: ApiError) => void): Place;
}

interface Held extends Holder {
  size: number;
  end: ((reason: ApiError) => void) | undefined;
}

/** What each body counts as at least: it has a request and a connection, and most bodies are never larger. */
const least = limits.requestBody;

/**
 * Room for `total` bytes, and on top of that for `small` bodies of the least size, so that large ones never keep those out. Of
 * one account it takes half the total. Where it is full, the holder of the most loses the body that is still arriving.
 */
export function bodyRoom({ total = 24 * 1024 * 1024, small = 128 } = {}): BodyRoom {
  const bodies = new Set<Held>();
  const held = () => bodies.values().reduce((sum, { size }) => sum + size, 0);
  const heldBy = <K extends keyof Holder>(key: K) => {
    const sums = new Map<Holder[K], number>();
    for (const body of bodies) sums.set(body[key], (sums.get(body[key]) ?? 0) + body.size);
    return sums;
  };
  const weights = () => {
    const [accounts, addresses] = [heldBy('account'), heldBy('address')];
    return ({ account, address }: Held) =>
      Math.max(account === undefined ? 0 : (accounts.get(account) ?? 0), addresses.get(address) ?? 0);
  };

  /** Of bodies that are arriving, the largest of the one who holds the most; the newest of equals. */
  const heaviest = (): Held | undefined => {
    const weightOf = weights();
    const arriving = [...bodies].filter(({ end }) => end);
    return arriving.reduce<Held | undefined>((most, body) => {
      const lead = most ? weightOf(body) - weightOf(most) || body.size - most.size : 0;
      return lead >= 0 ? body : most;
    }, undefined);
  };
  const grow = (body: Held, size: number): void => {
    const more = size - body.size;
    if (more <= 0) return;
    const most = size <= least ? total + small * least : total;
    body.size = size;
    if (size > least && (heldBy('account').get(body.account) ?? 0) > total / 2) throw full(body);
    while (held() > most) {
      const out = heaviest();
      if (!out || out === body) throw full(body);
      out.end?.(full(out));
    }
  };
  const full = (body: Held): ApiError => {
    bodies.delete(body);
    return new Overload('Too many large requests are being sent at this moment.');
  };
  return {
    enter: (holder, end) => {
      const body: Held = { ...holder, size: 0, end };
      bodies.add(body);
      grow(body, least);
      return {
        grow: (size) => grow(body, size),
        settle: () => {
          body.end = undefined;
        },
        leave: () => void bodies.delete(body),
      };
    },
  };
}
