/**
 * Whether the database is there. Where a connection fails, it is asked for on a connection of its own, and then again and
 * again until it answers: meanwhile everybody is told at once that it is away, and the log is told once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseAway, isAway } from '../faults.ts';

/** What a log is told, in a sentence. */
export type Tell = (level: 'warn' | 'info', sentence: string) => void;

export interface Presence {
  /** Throws `DatabaseAway` while it is known to be away. */
  check(): void;
  /** Something failed as it would if it were away. */
  suspect(why: unknown): void;
}

export interface Watch extends Presence {
  end(): void;
}

/** Milliseconds between two times that it is asked for. */
const askEvery = 500;

/** `ask` resolves when the database answered. */
export function watchPresence(ask: () => Promise<void>, tell: Tell): Watch {
  let away: { since: number; why: unknown } | undefined;
  let isAsking = false;
  const ending = new AbortController();

  const askUntilThere = async () => {
    for (; !ending.signal.aborted; await wait(askEvery, undefined, { signal: ending.signal, ref: false })) {
      try {
        await ask();
        break;
      } catch (why) {
        if (!isAway(why)) break; // It is there, and says what it has against us.
        if (!away && !ending.signal.aborted) tell('warn', `the database is away: ${sentenceOf(why)}`);
        away = { since: away?.since ?? performance.now(), why };
      }
    }
    if (away) tell('info', `the database is back, after ${((performance.now() - away.since) / 1000).toFixed(1)} s`);
    away = undefined;
  };

  return {
    check: () => {
      if (away) throw new DatabaseAway(undefined, away.why);
    },
    suspect: (why) => {
      if (isAsking || ending.signal.aborted) return;
      isAsking = true;
      tell('warn', `a connection to the database failed: ${sentenceOf(why)}`);
      askUntilThere()
        .catch(() => undefined) // Ended while it waited.
        .finally(() => {
          isAsking = false;
        });
    },
    end: () => ending.abort(),
  };
}

/** Of an address that was tried at several places, what the first said. */
export function sentenceOf(why: unknown): string {
  if (why instanceof DatabaseAway && why.cause) return sentenceOf(why.cause);
  if (why instanceof AggregateError && !why.message) return sentenceOf(why.errors[0]);
  return String((why as Error | undefined)?.message ?? why);
}
