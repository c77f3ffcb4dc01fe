/**
 * What publishes, takedowns and reads take as a registry grows: one machine, PostgreSQL, two origins, the whole.
 *
 *   npm run deployments -- [--rounds 5] [--skills 200] [--publishes 20] [--takedowns 5] [--seconds 3] [--only 'the whole']
 *
 * All four stand on this machine and take turns, or one stands alone. `--publishes`, `--takedowns` and `--seconds` are those of one turn. Commits are
 * on disk.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { median, timed } from '../../scripts/bench/figures.ts';
import { startLoadProcess } from '../../scripts/bench/load/httpLoad.ts';
import { type Deployed, openDeployed } from './deployed.ts';
import { clients, lookEvery, lookFor, openMeasuring } from './measuring.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    skills: { type: 'string', default: '200' },
    publishes: { type: 'string', default: '20' },
    takedowns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});
const [rounds, skills, publishes] = [Number(values.rounds), Number(values.skills), Number(values.publishes)];
const [takedowns, seconds, connections] = [Number(values.takedowns), Number(values.seconds), 16];
const say = (text: string) => console.error(text);

await using owned = new AsyncDisposableStack();
const measured: { deployed: Deployed; measuring: Awaited<ReturnType<typeof openMeasuring>> }[] = [];
for await (const deployed of openDeployed((name) => say(`Starts ${name} …`), values.only)) {
  owned.use(deployed);
  const measuring = await openMeasuring(deployed);
  await measuring.fill(skills);
  measured.push({ deployed, measuring });
}
const load = startLoadProcess();
owned.defer(() => load.end());
const loads = [loadavg()[0] ?? 0];
// The first round warms them up.
for (let round = 0; round <= rounds; round += 1) {
  say(round === 0 ? 'Warms them up …' : `Round ${round} of ${rounds} …`);
  for (const { measuring } of measured) {
    if (round === 1) measuring.begin();
    await measuring.follow(publishes, takedowns);
    await measuring.rate(seconds);
    await measuring.read(load, { seconds, connections });
  }
  loads.push(loadavg()[0] ?? 0);
}

const whole = (value: number) => String(Math.round(value));
const ofTimes = (times: readonly number[]) => {
  const { p50 = 0, p99 = 0 } = timed('', times);
  return `${whole(p50)} / ${whole(p99)}`;
};
const spread = (values: readonly number[], text = whole) =>
  `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`;
type Measuring = (typeof measured)[number]['measuring'];
const rows: [what: string, asked: string, of: (measuring: Measuring) => string][] = [
  ['publish answered, p50 / p99 ms', '', ({ times }) => ofTimes(times.answered)],
  ['… its record read, p50 / p99 ms', '≤ 250', ({ times }) => ofTimes(times.record)],
  ['… its page read, p50 / p99 ms', '≤ 250', ({ times }) => ofTimes(times.page)],
  [
    'taken down and gone, p50 / max ms',
    '≤ 2000',
    ({ times }) => `${whole(median(times.gone))} / ${whole(Math.max(...times.gone))}`,
  ],
  [`publishes/s, ${clients} authors`, '', ({ rates }) => spread(rates.publishes)],
  ['… s until all are read', '', ({ rates }) => spread(rates.behind, (value) => value.toFixed(1))],
  [`reads/s, ${connections} connections`, '', ({ rates }) => spread(rates.reads)],
];
const states = measured.map(({ deployed }) => deployed.processes());
const kinds = [...new Set(states.flatMap((state) => [...state.keys()]))];
const table = [
  ['', ...measured.map(({ deployed }) => deployed.name), 'asked'],
  ...rows.map(([what, asked, of]) => [what, ...measured.map(({ measuring }) => of(measuring)), asked]),
  ['processes', ...states.map((state) => whole(sumOf(state, ({ count }) => count))), ''],
  ['their memory together, MB', ...states.map((state) => whole(sumOf(state, ({ all }) => all))), ''],
  ...kinds.map((kind) => [
    `  ${kind}: how many × MB at most`,
    ...states.map((state) => {
      const { count, largest } = state.get(kind) ?? { count: 0, largest: 0 };
      return count === 0 ? '' : `${count} × ${whole(largest)}`;
    }),
    '',
  ]),
];
const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
for (const row of table)
  console.log(
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('   '),
  );
const late = measured.flatMap(({ measuring: { times } }) => Object.values(times).flat()).filter((ms) => ms >= lookFor);
console.log(`
${rounds} turns each of ${publishes} publishes one after the other, ${takedowns} takedowns, ${seconds} s of publishes and ${seconds} s of reads of one record;
${skills} skills at the beginning. Milliseconds are from when a write was sent; readers look every ${lookEvery} ms, at the mirror, haproxy or varnish.
A takedown is over when record, page and search are without it. Rates: the median turn (the least–the most).
${availableParallelism()} cores for all of it, these clients and the S3 server too; nothing is at a distance. Load average ${loads.map((value) => value.toFixed(1)).join(', ')}.`);
if (late.length > 0) console.log(`NOT SEEN within ${lookFor / 1000} s: ${late.length}`);

function sumOf<T>(state: Map<string, T>, of: (value: T) => number): number {
  return [...state.values()].reduce((sum, value) => sum + of(value), 0);
}
