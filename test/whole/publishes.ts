/**
 * How many publishes a second one origin on SQLite takes, one on PostgreSQL, and two, with the database at a distance:
 *
 *   npm run publishes -- [--rounds 5] [--seconds 6] [--share 0.4]
 *
 * They take turns. Each client publishes as an owner of its own, one skill of three files after the other. Commits are on disk.
 * With `--share` each origin, with the processes that read bundles for it, has that share of a core, and all else has the rest (as root): what
 * origins on machines of their own would do beside a database with room.
 */
import { parseArgs } from 'node:util';
import { median } from '../../scripts/bench/figures.ts';
import { newWorkplace } from '../scripts/process.ts';
import { distanceTo } from '../servers/distance.ts';
import { newPostgres } from '../servers/postgres.ts';
import { limit } from '../servers/share.ts';
import { openAuthors } from './authors.ts';
import { type Machine, startMachine } from './machine.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    share: { type: 'string' },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const clients = { few: 8, many: 32 };

await using limits = new AsyncDisposableStack();
await using owned = new AsyncDisposableStack();
const database = owned.use(await newPostgres({ isDurable: true }));
/** Milliseconds there and back. */
const [near, far] = [owned.use(await distanceTo(database.port, 1)), owned.use(await distanceTo(database.port, 10))];
const at = ({ port }: { port: number }) => database.url.replace(/:\d+\//, `:${port}/`);

/** Five of them have connections to one server, which takes a hundred. */
const bounds = { TRUSTED_PROXY_HOPS: '1', DATABASE_POOL_SIZE: '6' };

const origin = async (environment: Record<string, string>): Promise<Machine> => {
  const machine = owned.use(startMachine('origin', await newWorkplace(), { ...bounds, ...environment }));
  await machine.ready();
  if (values.share) limits.use(limit(`origin-${machine.port}`, machine.programs(), Number(values.share)));
  return machine;
};
const onSqlite = await origin({});
const beside = await origin({ DATABASE_URL: database.url });
const nearby = [await origin({ DATABASE_URL: at(near) }), await origin({ DATABASE_URL: at(near) })];
const faraway = [await origin({ DATABASE_URL: at(far) }), await origin({ DATABASE_URL: at(far) })];
const [own, shared] = [await openAuthors(onSqlite.place, clients.many), await openAuthors(beside.place, clients.many)];

const cases = [
  { name: 'SQLite', origins: [onSqlite], clients: clients.few, authors: own },
  { name: 'PostgreSQL beside it', origins: [beside], clients: clients.few, authors: shared },
  { name: '2 ms away', origins: nearby.slice(0, 1), clients: clients.few, authors: shared },
  { name: '2 ms away, two origins', origins: nearby, clients: clients.few, authors: shared },
  { name: '20 ms away, 32 clients', origins: faraway.slice(0, 1), clients: clients.many, authors: shared },
  { name: '20 ms away, 32 clients, two origins', origins: faraway, clients: clients.many, authors: shared },
];
const rates = cases.map((): number[] => []);
// The first round warms them up.
for (let round = -1; round < rounds; round += 1)
  for (const [nth, { authors, origins, clients }] of cases.entries()) {
    const bases = origins.map(({ port }) => `http://127.0.0.1:${port}`);
    const { perSecond } = await authors.publishFor(seconds, bases, clients);
    if (round >= 0) rates[nth]?.push(perSecond);
  }
console.table(
  cases.map(({ name, clients }, nth) => {
    const sorted = (rates[nth] ?? []).toSorted((a, b) => a - b).map(Math.round);
    return { name, clients, 'publishes/s': Math.round(median(sorted)), least: sorted[0], most: sorted.at(-1) };
  }),
);
