/** The store as others use it, with what it does counted and timed. */
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { ApiError } from '../../contract/errors.ts';
import type { Engine } from '../../store/engine/engine.ts';
import { isDamage, isPassing } from '../../store/engine/faults.ts';
import { codeOf } from './codeOf.ts';
import type { Metrics } from './metrics.ts';

export interface ObservedEngine {
  engine: Engine;
  /** Why the last write failed, where the store was to blame; undefined once one worked again. */
  writeFailure(): string | undefined;
}

export function observedEngine(engine: Engine, metrics: Metrics): ObservedEngine {
  let failure: string | undefined;
  const write: Engine['write'] = (work) =>
    spanned('store.write', async () => {
      const asked = performance.now();
      let begun = asked;
      let outcome = 'stored';
      try {
        const result = await engine.write((db) => {
          begun = performance.now();
          metrics.writeWaits.observe((begun - asked) / 1000);
          return work(db);
        });
        failure = undefined;
        return result;
      } catch (error) {
        outcome = error instanceof ApiError && !isPassing(error) ? 'refused' : 'failed';
        if (isPassing(error) || isDamage(error)) failure = codeOf(error) ?? 'no code';
        throw error;
      } finally {
        metrics.writes.observe({ outcome }, (performance.now() - begun) / 1000);
      }
    });
  const read: Engine['read'] = (work) => spanned('store.read', () => engine.read(work));
  // `db` may be a getter, which throws while the database is away: it is for who asks, and not for now.
  const observed = Object.defineProperties({} as Engine, {
    ...Object.getOwnPropertyDescriptors(engine),
    write: { value: write, enumerable: true },
    read: { value: read, enumerable: true },
  });
  return { engine: observed, writeFailure: () => failure };
}

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
