/**
 * A full build of the whole by one builder, and by the one that waits as well, each begun by programs that just started, as after an
 * upgrade: who made the same before remembers some of it. Each compiles for two seconds or three, which is much of a build of few skills.
 *
 *   npm run builds -- [--skills 4000] [--rounds 1] [--objects folder] [--share 0.4]
 *
 * Each has a core of its own; the database, the S3 server and all else are on both. With `--objects folder` files are in a folder that all
 * share, and there is no S3 server to wait for. With `--share` each has that share of a core, wherever it is, and all else has the rest (as
 * root): what builders on machines of their own would do beside a database with room.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openCatalog } from '../../mirror/snapshot/catalog/place.ts';
import { readProgress, requestFullBuild } from '../../mirror/snapshot/catalog/progress.ts';
import { computingBelow } from '../../scripts/bench/against/computing.ts';
import { median } from '../../scripts/bench/figures.ts';
import { parentOf } from '../servers/processes.ts';
import { limit } from '../servers/share.ts';
import { openAuthors, recordOf } from './authors.ts';
import type { Machine } from './machine.ts';
import { openWhole } from './whole.ts';

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '1' },
    objects: { type: 'string', default: 's3' },
    share: { type: 'string' },
  },
});
const [skills, rounds, people] = [Number(values.skills), Number(values.rounds), 8];

await using limits = new AsyncDisposableStack();
await using owned = new AsyncDisposableStack();
const shared = await mkdtemp(join(tmpdir(), 'objects-'));
owned.defer(() => rm(shared, { recursive: true }));
const inFolder = async (_: unknown, environment: Record<string, string>) => ({ ...environment, OBJECT_STORE: shared });
const whole = owned.use(await openWhole(values.objects === 'folder' ? { given: inFolder } : {}));
const [{ place }] = whole.machines as [Machine];
const authors = await openAuthors(place, people);
const lasts = await Promise.all(
  Array.from({ length: people }, async (_, author) => {
    let last = authors.next(author);
    for (let nth = author; nth < skills; nth += people) last = await authors.publish(author, whole.bases.origin);
    return last;
  }),
);
const builders = whole.machines.filter(({ role }) => role === 'builder');
const url = builders[0]?.place.environment['CATALOG_URL'] ?? '';
const catalog = await openCatalog({ url });
owned.defer(() => catalog.close());
const isBuilt = async () => (await readProgress(catalog.db))?.full === 0;
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await wait(20);
};
await until(isBuilt);
for (const last of lasts)
  await until(async () => (await authors.send(whole.bases.mirror + recordOf(last))).status === 200);

const pidsNow = () => builders.flatMap((builder) => builder.programs());
// What starts them is in the group, and so is what it starts from now on.
if (values.share)
  for (const [nth, pid] of pidsNow().entries())
    limits.use(limit(`builder-${nth}`, [parentOf(pid)], Number(values.share)));

/** Ends both and waits until they are there again: the one that has the lease first. */
async function startAgain(): Promise<[number, number]> {
  const before = pidsNow();
  for (const pid of before) process.kill(pid, 'SIGTERM');
  for (;;) {
    await wait(100);
    const { rows } = await sql<{ holder: string }>`select holder from leases
      where name = 'snapshot' and ends > clock_timestamp()`.execute(catalog.db);
    const isLead = (pid: number) => rows[0]?.holder.startsWith(`process ${pid} `) ?? false;
    const [lead, other] = pidsNow().toSorted((a, b) => Number(isLead(b)) - Number(isLead(a)));
    if (!lead || !other || !isLead(lead) || before.includes(lead) || before.includes(other)) continue;
    if (!values.share)
      for (const [core, pid] of [lead, other].entries())
        execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
    return [lead, other];
  }
}

const computed = (pid: number) => (computingBelow(pid) ?? 0) / 1000;

/** Seconds that it took, that each of them computed, and all else with this process, which is the S3 server. */
async function build(lead: number, other: number) {
  const measured = [lead, other, process.pid];
  const before = measured.map(computed);
  const began = performance.now();
  await catalog.write(requestFullBuild);
  await until(isBuilt);
  const took = (performance.now() - began) / 1000;
  const [leads, others, all] = measured.map((pid, nth) => computed(pid) - (before[nth] ?? 0)) as [
    number,
    number,
    number,
  ];
  return [took, leads, others, all - leads - others];
}

const seconds = { alone: [] as number[][], both: [] as number[][] };
for (let round = 0; round < rounds; round += 1) {
  for (const how of ['alone', 'both'] as const) {
    const [lead, other] = await startAgain();
    if (how === 'alone') process.kill(other, 'SIGSTOP');
    // Until the lead knows, and the database has ended the write of one that was stopped within it.
    await wait(12_000);
    seconds[how].push(await build(lead, other));
    process.kill(other, 'SIGCONT');
  }
}
const of = (how: readonly number[][], nth: number) => median(how.map((figures) => figures[nth] ?? 0));
const text = (value: number) => value.toFixed(1);
for (const [how, figures] of Object.entries(seconds))
  console.log(
    `${how.padEnd(6)} ${text(of(figures, 0))} s (${figures.map(([took = 0]) => text(took)).join(', ')}); computed: ${text(of(figures, 1))} s by the one that has the lease, ${text(of(figures, 2))} s by the other, ${text(of(figures, 3))} s by all else`,
  );
console.log(`${(of(seconds.alone, 0) / of(seconds.both, 0)).toFixed(2)} times as fast.
${skills} skills of ${people} authors, ${availableParallelism()} cores${values.share ? `, ${values.share} of one for each builder` : ''}, load average ${text(loadavg()[0] ?? 0)}.`);
