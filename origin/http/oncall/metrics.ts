/**
 * What a program counts and measures, in Prometheus' terms. Labels are rows of our own tables, codes and states: never a
 * handle, a name, an address or a token.
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Bucket, buckets } from '../../contract/operations/row.ts';
import { inTime } from './inTime.ts';

/** Seconds. */
const ofRequests = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ofWaits = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30];

export type Metrics = ReturnType<typeof createMetrics>;

/** `program`: `origin`, `mirror` or `snapshot`. */
export function createMetrics(program: string) {
  const register = new Registry();
  register.setDefaultLabels({ program });
  collectDefaultMetrics({ register });
  const registers = [register];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `skill_registry_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[]) =>
    new Histogram({ name: `skill_registry_${name}`, help, buckets, labelNames, registers });
  /** Read when it is asked for; left out where `read` rejects or is late, since an old number would be believed. */
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `skill_registry_${name}`,
      help,
      registers,
      async collect() {
        try {
          const value = await inTime(Promise.resolve(read()), undefined);
          if (value === undefined) this.remove();
          else this.set(value);
        } catch {
          this.remove();
        }
      },
    });
  const shed = counter('shed_total', 'Requests refused because too much was asked for at once.', ['bucket']);
  const refused = counter('rate_limited_total', 'Requests that a rate limit refused.', ['bucket']);
  let errorsOfBuilder: () => number | undefined = () => undefined;
  const lines = new Counter({
    name: 'skill_registry_log_lines_total',
    help: 'Lines logged.',
    labelNames: ['level', 'program'],
    registers,
    collect() {
      const [labels, errors] = [{ program: 'snapshot', level: 'error' }, errorsOfBuilder()];
      if (errors === undefined) return;
      this.remove(labels);
      this.inc(labels, errors);
    },
  });
  // What is first seen at 1 has not increased, for Prometheus: so each begins at 0, and the first of its kind counts.
  for (const bucket of Object.keys(buckets) as Bucket[]) for (const one of [shed, refused]) one.inc({ bucket }, 0);
  for (const level of ['warn', 'error', 'fatal']) lines.inc({ level }, 0);
  return {
    /** 1 for each check that is well, 0 for each that is not. */
    checks: (look: () => Promise<{ checked: readonly string[]; reasons: Readonly<Record<string, string>> }>) =>
      new Gauge({
        name: 'skill_registry_check',
        help: '1 where a check of /readyz is well, 0 where it is not.',
        labelNames: ['check'],
        registers,
        async collect() {
          const { checked, reasons } = await look();
          for (const check of checked) this.set({ check }, check in reasons ? 0 : 1);
        },
      }),
    /** Connections to a database by pool and state, as `count` has them when it is asked. */
    connections: (count: () => Record<string, object>) =>
      new Gauge({
        name: 'skill_registry_database_connections',
        help: 'Connections to PostgreSQL by what they are for, and who waits for one.',
        labelNames: ['pool', 'state'],
        registers,
        collect() {
          for (const [pool, states] of Object.entries(count()))
            for (const [state, value] of Object.entries(states)) this.set({ pool, state }, value);
        },
      }),
    /** What works and waits in each class of admission, as `counts` has it when it is asked. */
    admission: (admission: Record<string, { counts(): object }>) =>
      new Gauge({
        name: 'skill_registry_admitted',
        help: 'Requests that are worked on and that wait for it, by what they cost.',
        labelNames: ['bucket', 'state'],
        registers,
        collect() {
          for (const [bucket, { counts }] of Object.entries(admission))
            for (const [state, value] of Object.entries(counts())) this.set({ bucket, state }, value);
        },
      }),
    /** Lines that the builder logged as errors, which has no port of its own: what `count` has when it is asked. */
    builderErrors: (count: () => number | undefined) => {
      errorsOfBuilder = count;
    },
    /** For more gauges, by who has what they tell. */
    gauge,
    text: () => register.metrics(),
    type: register.contentType,
    requests: histogram(
      'request_duration_seconds',
      'Time from the head of a request to the end of its answer.',
      ofRequests,
      ['row', 'method', 'status'],
    ),
    open: new Gauge({ name: 'skill_registry_requests_open', help: 'Requests that are being answered.', registers }),
    refused,
    shed,
    lines,
    writeWaits: histogram('write_wait_seconds', 'Time that a write waited for the ones before it.', ofWaits, []),
    writes: histogram('write_seconds', 'Time that a write took in its transaction.', ofWaits, ['outcome']),
    objects: histogram(
      'object_store_seconds',
      'Time that contents in an object store took, those that were still in memory included.',
      ofWaits,
      ['operation', 'outcome'],
    ),
    scans: counter('scans_total', 'Bundles read and scanned, by what came of it.', ['outcome']),
  };
}
