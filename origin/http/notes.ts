/** What is nice to have noted of a request, such as when a token was used: no answer waits long for it, nor depends on it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db, Engine } from '../store/engine/engine.ts';
import { isPassing } from '../store/engine/faults.ts';

/** Milliseconds: a note is written sooner than that, but where others hold up all writes. */
const patience = 50;

/** Of what notes are under way, in which store. */
const underWay = new WeakMap<Engine, Set<string>>();

/** Resolves when it is noted, or goes on without being waited for. What is being noted already is not noted twice. */
export async function note(
  { engine, log }: { engine: Engine; log: Logger },
  what: string,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const notes = underWay.get(engine) ?? new Set();
  underWay.set(engine, notes);
  if (notes.has(what)) return;
  notes.add(what);
  const written = engine
    .write(work)
    .catch((error) => {
      if (!isPassing(error)) log.error({ err: error }, `${what} could not be noted`);
    })
    .finally(() => notes.delete(what));
  const bound = new AbortController();
  await Promise.race([written, wait(patience, undefined, { signal: bound.signal }).catch(() => undefined)]);
  bound.abort();
}
