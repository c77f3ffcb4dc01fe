/** What a copy is made of, and its bounds. */
import type { Engine } from '../../engine/engine.ts';
import type { Place } from '../place/place.ts';
import type { Key } from '../place/sealed.ts';

/** Milliseconds. */
const usual = {
  /** Between two looks, for writes of other programs; and between two segments, where nobody waits for them. */
  ...{ look: 200, send: 500 },
  /** After a failure of the place, and one that makes the copy begin again. */
  ...{ again: 1000, restart: 5000 },
  day: 24 * 60 * 60 * 1000,
  /** A clock that is set back by more begins a new chain, so that times of one are in order. */
  jump: 2000,
};

/** Bytes of the log that may wait for a place: then it is given up, and begun again with a base once the place is back. */
const longest = 512 * 1024 * 1024;

export interface Copying {
  engine: Engine;
  /** The database, and the data folder that it is in. */
  file: string;
  dataDir: string;
  place: Place;
  readKey(): Promise<Key>;
  /** Of the transparency log; undefined where settings give its key, and so somebody else keeps it. */
  logKeyFile: string | undefined;
  /** Points in time are kept for so many days. */
  days: number;
  /** Whether each write is sent at once. */
  isAwaited: boolean;
  tell(level: 'info' | 'warn', sentence: string): void;
  now?(): number;
  paces?: typeof usual;
  /** Bytes. */
  longest?: number;
}

/** Says once what fails, and once that it no longer does. */
export function failureTold({ place, tell }: Pick<Copying, 'place' | 'tell'>) {
  let said: string | undefined;
  return {
    failed: (error: unknown) => {
      const { message, cause } = error as Error;
      const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
      if (why !== said) tell('warn', `the store is not copied to ${place.address}: ${why}`);
      said = why;
    },
    works: () => {
      if (said !== undefined) tell('info', `the store is copied to ${place.address} again`);
      said = undefined;
    },
  };
}

export type FailureTold = ReturnType<typeof failureTold>;

export const withDefaults = (copying: Copying): Required<Copying> => ({
  now: Date.now,
  paces: usual,
  longest,
  ...copying,
});
