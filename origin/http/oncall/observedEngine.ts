/** The store as others use it, with what it does counted and timed. */
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { ApiError } from '../../contract/errors.ts';
import type { Contents } from '../../store/contents/contents.ts';
import type { Engine } from '../../store/engine/engine.ts';
import { DamagedContent, isDamage, isPassing } from '../../store/engine/faults.ts';
import { tryWrite } from '../../store/tryWrite.ts';
import { codeOf } from './codeOf.ts';
import type { Metrics } from './metrics.ts';

export interface ObservedEngine {
  engine: Engine;
  /**
   * Why writes fail, where the store is to blame: undefined once one works again, which is tried when this is asked. Others
   * that work prove nothing: many change nothing, and a damaged page is in the way of some alone.
   */
  writeFailure(): Promise<string | undefined>;
}

/** Milliseconds between two tries, and for which damage counts after it was met: maintenance meets it each minute. */
const [tryEvery, damageFor] = [1000, 600_000];

export function observedEngine(engine: Engine, metrics: Metrics): ObservedEngine {
  let failure: { code: string; at: number; isDamage: boolean } | undefined;
  let trying: Promise<void> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  const write: Engine['write'] = (work, scope) =>
    spanned('store.write', async () => {
      const asked = performance.now();
      let begun: number | undefined;
      let outcome = 'stored';
      try {
        return await engine.write((db) => {
          begun = performance.now();
          return work(db);
        }, scope);
      } catch (error) {
        outcome = error instanceof ApiError && !isPassing(error) ? 'refused' : 'failed';
        note(error);
        throw error;
      } finally {
        // One that gave up waiting has waited too.
        const ended = performance.now();
        metrics.writeWaits.observe(((begun ?? ended) - asked) / 1000);
        metrics.writes.observe({ outcome }, (ended - (begun ?? ended)) / 1000);
      }
    });
  /** Of a damaged content alone its readers are told: everything else can be written. */
  const note = (error: unknown) => {
    const isOfPages = isDamage(error) && !isOfContent(error);
    if (!isOfPages && !isPassing(error)) return;
    failure = { code: codeOf(error) ?? 'no code', at: performance.now(), isDamage: isOfPages };
  };
  const writeFailure = async () => {
    if (!failure) return undefined;
    const [known, now] = [failure, performance.now()];
    if (known.isDamage && now - known.at < damageFor) return known.code;
    if (!trying && now - triedAt > tryEvery) {
      triedAt = now;
      trying = tryWrite({ write })
        .then(() => {
          if (failure === known) failure = undefined;
        })
        .catch(() => undefined)
        .finally(() => {
          trying = undefined;
        });
    }
    await trying;
    return failure?.code;
  };
  const read: Engine['read'] = (work) => spanned('store.read', () => engine.read(work));
  const { contents } = engine;
  // `db` may be a getter, which throws while the database is away: it is for who asks, and not for now.
  const observed = Object.defineProperties({} as Engine, {
    ...Object.getOwnPropertyDescriptors(engine),
    write: { value: write, enumerable: true },
    read: { value: read, enumerable: true },
    ...(contents && { contents: { value: observedContents(contents, metrics), enumerable: true } }),
  });
  return { engine: observed, writeFailure };
}

function observedContents(contents: Contents, { objects }: Metrics): Contents {
  const timed = <T>(operation: 'put' | 'get' | 'heal' | 'delete', work: () => Promise<T>): Promise<T> =>
    spanned(`contents.${operation}`, async () => {
      const end = objects.startTimer({ operation });
      try {
        const done = await work();
        end({ outcome: done === undefined && operation === 'get' ? 'missing' : 'done' });
        return done;
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    });
  return {
    ...contents,
    put: (...given) => timed('put', () => contents.put(...given)),
    get: (...given) => timed('get', () => contents.get(...given)),
    heal: (...given) => timed('heal', () => contents.heal(...given)),
    delete: (...given) => timed('delete', () => contents.delete(...given)),
  };
}

const isOfContent = (error: unknown): boolean =>
  error instanceof DamagedContent || (error instanceof Error && isOfContent(error.cause));

async function spanned<T>(name: string, work: () => Promise<T>): Promise<T> {
  return trace.getTracer('skill-registry').startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
