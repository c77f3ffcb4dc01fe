/**
 * One publish through all of the whole, and one takedown, as lines with the milliseconds since each was sent:
 *
 *   npm run trace
 *
 * Spans of origins and builders, and each round trip of a machine to a server behind it.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { filesOf } from '../../scripts/bench/publishing.ts';
import { newPerson } from '../scripts/process.ts';
import { newCollector } from '../servers/collector.ts';
import type { Machine } from './machine.ts';
import { type Noted, openTaps } from './taps.ts';
import { openWhole } from './whole.ts';

await using owned = new AsyncDisposableStack();
const collector = owned.use(await newCollector());
const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
const taps = openTaps(owned);
const whole = owned.use(
  await openWhole({
    isDurable: true,
    given: async (role, environment) => ({ ...(await taps.given(role, environment)), ...tracing }),
  }),
);
const [{ place }] = whole.machines as [Machine];
const token = await newPerson(place, 'ada');
const now = () => performance.timeOrigin + performance.now();

interface Write {
  method: string;
  path: string;
  body: unknown;
  /** What readers meet when it has come to them, at each of these addresses. */
  paths: readonly string[];
  status: number;
}

/** Sends it, reads until readers have it, and returns what happened meanwhile. */
async function follow({ method, path, body, paths, status }: Write) {
  const traceId = randomBytes(16).toString('hex');
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
  };
  const began = now();
  const reading = paths.map(async (path): Promise<Noted> => {
    for (let until = began + 30_000; now() < until; await wait(10)) {
      const at = now();
      const response = await fetch(whole.bases.mirror + path);
      await response.arrayBuffer();
      if (response.status === status)
        return { at, ms: now() - at, who: 'reader → varnish', what: `${path}: the first ${status}` };
    }
    return { at: now(), ms: 0, who: 'reader → varnish', what: `${path}: no ${status} in 30 s` };
  });
  const response = await fetch(whole.bases.origin + path, { method, headers, body: JSON.stringify(body) });
  const said = await response.text();
  const answered = now();
  if (!response.ok) throw new Error(`${method} answered ${response.status}: ${said}`);
  const reads = await Promise.all(reading);
  const ended = Math.max(answered, ...reads.map(({ at, ms }) => at + ms));
  // A process sends its spans every five seconds.
  await wait(6000);
  const spans = collector.spans.map(({ name, service, startTimeUnixNano, endTimeUnixNano, traceId: of }) => {
    const at = Number(startTimeUnixNano) / 1e6;
    const ms = Number(endTimeUnixNano) / 1e6 - at;
    return { at, ms, who: service.replace('skill-registry-', 'span of '), what: name, isLinked: of === traceId };
  });
  const asked = {
    at: began,
    ms: answered - began,
    who: 'author → haproxy',
    what: `${method} ${path}: ${response.status}`,
  };
  const isMeanwhile = ({ at, ms }: Noted) => at + ms >= began && at <= ended;
  return {
    ...{ began, answered, traceId },
    events: [
      ...[asked, ...reads].map((event) => ({ ...event, isLinked: false })),
      ...spans.filter((span) => span.isLinked || (span.what === 'snapshot.step' && isMeanwhile(span))),
      ...taps.noted
        .filter((trip) => isMeanwhile(trip) && isOfIt(trip, answered))
        .map((trip) => ({ ...trip, isLinked: false })),
    ],
  };
}

/** What each machine does all the time, as it was seen while nobody wrote. */
const usual = new Set<string>();
const keyOf = ({ who, what }: Noted) => `${who} ${what}`;
const isOfIt = (trip: Noted, answered: number) =>
  trip.who.startsWith('origin') ? trip.at < answered : !usual.has(keyOf(trip)) || /^(?:begin|commit)/.test(trip.what);

/** Round trips to one server with less than this many milliseconds between them are one line. */
const together = 25;

interface Line extends Noted {
  isLinked: boolean;
  whats: string[];
}

function print(title: string, { began, events, traceId }: Awaited<ReturnType<typeof follow>>): void {
  const lines: Line[] = [];
  const open = new Map<string, Line>();
  for (const event of events.toSorted((a, b) => a.at - b.at)) {
    const { at, ms, who, what } = event;
    const line = open.get(who);
    if (line && at < line.at + line.ms + together) {
      line.ms = Math.max(line.ms, at + ms - line.at);
      line.whats.push(what);
    } else {
      const begun = { ...event, whats: [what] };
      lines.push(begun);
      if (taps.noted.some((trip) => trip.who === who)) open.set(who, begun);
    }
    if (what.endsWith('commit')) open.delete(who);
  }
  console.log(`\n${title}, trace ${traceId}\n\n    from ms    to ms`);
  for (const { at, ms, who, whats, isLinked } of lines) {
    const times = [at, at + ms].map((time) => (time - began).toFixed(1).padStart(9)).join('');
    console.log(`${isLinked ? '●' : ' '} ${times}  ${who.padEnd(22)}  ${summary(whats)}`);
  }
}

/** `12 ×: select skills, … commit`: how many there were, the first of each kind, and the last. */
function summary(whats: readonly string[]): string {
  if (whats.length === 1) return shortened(whats[0] ?? '', 150);
  const [kinds, last] = [[...new Set(whats.slice(0, -1))], whats.at(-1) ?? ''];
  const end = kinds.includes(last) ? '' : ` | ${shortened(last, 60)}`;
  return `${whats.length} ×: ${shortened(kinds.join(' | '), 120)}${end}`;
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const skill = (slug: string): Write => ({
  ...{ method: 'POST', path: `/api/v1/skills/ada/${slug}/versions`, status: 200 },
  body: { files: filesOf({ slug, description: `What ${slug} is for.` }) },
  paths: [`/api/v1/skills/ada/${slug}`, `/ada/${slug}`],
});
// The first ones open connections and compile statements.
for (const slug of ['first', 'second', 'third']) await follow(skill(slug));
const before = taps.noted.length;
await wait(3000);
for (const trip of taps.noted.slice(before)) usual.add(keyOf(trip));
print('A publish', await follow(skill('followed')));
await wait(1000);
print(
  'A takedown',
  await follow({
    ...{ method: 'PATCH', path: '/api/v1/skills/ada/followed', body: { visibility: 'private' }, status: 404 },
    paths: skill('followed').paths,
  }),
);
console.log(`
Between | is a round trip, between ; a statement of one. Those to one server with less than ${together} ms between them are one line,
also where they go side by side.
● has the trace id of the request. The rest is put beside it by its time: a builder looks for changes by itself, and nothing
carries the id there. What machines do all the time is left out. Round trips are seen by a relay in front of each server.`);
