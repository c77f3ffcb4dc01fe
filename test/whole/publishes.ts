/**
 * How many publishes a second one origin on SQLite takes, one on PostgreSQL, and two, with the database at a distance:
 *
 *   npm run publishes -- [--rounds 5] [--seconds 6]
 *
 * They take turns. Each client publishes as an owner of its own, one skill of three files after the other. Commits are on disk.
 */
import { parseArgs } from 'node:util';
import { median } from '../../scripts/bench/figures.ts';
import { skillToPublish } from '../../scripts/bench/publishing.ts';
import { newPerson, newWorkplace } from '../scripts/process.ts';
import { distanceTo } from '../servers/distance.ts';
import { newPostgres } from '../servers/postgres.ts';
import { type Machine, startMachine } from './machine.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '6' } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const clients = { few: 8, many: 32 };

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
  return machine;
};
const onSqlite = await origin({});
const beside = await origin({ DATABASE_URL: database.url });
const nearby = [await origin({ DATABASE_URL: at(near) }), await origin({ DATABASE_URL: at(near) })];
const faraway = [await origin({ DATABASE_URL: at(far) }), await origin({ DATABASE_URL: at(far) })];
async function peopleOf({ place }: Machine): Promise<{ handle: string; token: string }[]> {
  const people: { handle: string; token: string }[] = [];
  for (let nth = 0; nth < clients.many; nth += 1) {
    const handle = `person-${nth}`;
    people.push({ handle, token: await newPerson(place, handle) });
  }
  return people;
}
const [own, shared] = [await peopleOf(onSqlite), await peopleOf(beside)];

const cases = [
  { name: 'SQLite', origins: [onSqlite], clients: clients.few, people: own },
  { name: 'PostgreSQL beside it', origins: [beside], clients: clients.few, people: shared },
  { name: '2 ms away', origins: nearby.slice(0, 1), clients: clients.few, people: shared },
  { name: '2 ms away, two origins', origins: nearby, clients: clients.few, people: shared },
  { name: '20 ms away, 32 clients', origins: faraway.slice(0, 1), clients: clients.many, people: shared },
  { name: '20 ms away, 32 clients, two origins', origins: faraway, clients: clients.many, people: shared },
];
let published = 0;

/** Publishes a second. */
async function rateOf({ origins, clients, people }: (typeof cases)[number]): Promise<number> {
  const [began, until] = [performance.now(), performance.now() + seconds * 1000];
  let done = 0;
  const client = async (nth: number) => {
    const person = people[nth];
    const port = origins[nth % origins.length]?.port;
    while (person && performance.now() < until) {
      published += 1;
      const { slug, body } = skillToPublish(0, published);
      const headers = {
        ...{ authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        'x-forwarded-for': `10.${published >> 16}.${(published >> 8) & 255}.${published & 255}`,
      };
      const path = `/api/v1/skills/${person.handle}/${slug}/versions`;
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
      if (response.status !== 201) {
        const said = origins.map(({ output }) => output().slice(-2000)).join('\n');
        throw new Error(`${response.status}: ${await response.text()}\n${said}`);
      }
      await response.arrayBuffer();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, nth) => client(nth)));
  return (done * 1000) / (performance.now() - began);
}

const rates = cases.map((): number[] => []);
// The first round warms them up.
for (let round = -1; round < rounds; round += 1)
  for (const [nth, each] of cases.entries()) {
    const rate = await rateOf(each);
    if (round >= 0) rates[nth]?.push(rate);
  }
console.table(
  cases.map(({ name, clients }, nth) => {
    const sorted = (rates[nth] ?? []).toSorted((a, b) => a - b).map(Math.round);
    return { name, clients, 'publishes/s': Math.round(median(sorted)), least: sorted[0], most: sorted.at(-1) };
  }),
);
