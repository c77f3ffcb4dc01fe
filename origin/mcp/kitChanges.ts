/**
 * Tells open subscriptions that a kit changed (MCP 2026-07-28, subscriptions/listen): no session is kept, only the
 * answer that is being sent. One timer asks the store for its newest change on behalf of all of them.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import { mcpLimits } from '../contract/clients/mcp.ts';
import { stillWorks } from '../store/access/tokens.ts';
import { type Noted, notedNow } from '../store/events/changes.ts';
import { currentSources, type SyncSources, syncSources } from '../store/library/sync.ts';
import type { KitReading } from './kit.ts';

interface Subscription {
  reading: KitReading;
  /** What the kit was made from when it was last told of; undefined where the store could not say, which is as good as new. */
  sources: Promise<SyncSources | undefined>;
  tell(): void;
  /** Ends the answer. */
  end(): void;
}

export interface KitChanges {
  /** Whether this person may open another subscription. */
  hasRoom(reading: KitReading): boolean;
  /** What the library listens to for one answer; `end` closes that answer. */
  busFor(reading: KitReading, end: () => void): ServerEventBus;
}

/** How often the store is asked, and how often tokens are looked at while nothing changes, in milliseconds. */
const pace = 1000;
const tokenPace = 60_000;

/** `stopping` ends every subscription: they would keep the server from closing. */
export function watchKits(stopping: AbortSignal | undefined): KitChanges {
  const open = new Set<Subscription>();
  stopping?.addEventListener('abort', () => {
    for (const { end } of open) end();
  });
  let timer: NodeJS.Timeout | undefined;
  const seen = { noted: { settled: -1, newest: -1, open: 0 }, tokensAt: Number.NEGATIVE_INFINITY };

  const tick = async (): Promise<void> => {
    const [first] = open;
    if (first) await tellAll(first);
    timer = open.size > 0 ? setTimeout(again, pace).unref() : undefined;
  };
  /** A store that is out of reach for a moment ends nothing: the next tick asks again. */
  const again = () => void tick().catch(() => (timer = setTimeout(again, pace).unref()));

  const tellAll = async ({ reading }: Subscription): Promise<void> => {
    const noted = await notedNow(reading.view.db);
    const isQuiet = isDeepStrictEqual(noted, seen.noted) && performance.now() - seen.tokensAt < tokenPace;
    if (isQuiet) return;
    Object.assign(seen, { noted, tokensAt: performance.now() });
    for (const subscription of open) await tellOne(subscription, noted);
  };

  return {
    hasRoom: ({ caller }) => {
      const own = [...open].filter(({ reading }) => reading.caller.profileId === caller.profileId);
      return open.size < mcpLimits.subscriptions.all && own.length < mcpLimits.subscriptions.each;
    },
    busFor: (reading, end) => ({
      publish: () => undefined,
      subscribe: (listener) => {
        const sources = sourcesOf(reading);
        const tell = () => listener({ kind: 'resources_list_changed' });
        const subscription = { reading, sources, tell, end };
        open.add(subscription);
        timer ??= setTimeout(again, pace).unref();
        return () => void open.delete(subscription);
      },
    }),
  };
}

/** A token that ended ends what it opened, before it is told of anything more. */
async function tellOne(subscription: Subscription, noted: Noted): Promise<void> {
  const { view, caller, now } = subscription.reading;
  if (!(await stillWorks(view.db, caller, now()))) return subscription.end();
  const known = await subscription.sources;
  const standing = known && (await currentSources(view.db, known, noted));
  subscription.sources = standing ? Promise.resolve(standing) : sourcesOf(subscription.reading);
  if (!standing) subscription.tell();
}

const sourcesOf = ({ view, caller }: KitReading): Promise<SyncSources | undefined> =>
  syncSources(view, caller).catch(() => undefined);
