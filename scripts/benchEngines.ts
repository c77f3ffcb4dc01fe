/**
 * How long lists and searches take at the origin's door, on SQLite and on PostgreSQL, which take turns: a table for people.
 *
 * `npm run bench:engines -- --database <url> [--skills <count>] [--data <folder>] [--queries <count>]`
 *
 * The database is empty, or has the catalog of an earlier run. Exit codes: 0 done, 2 the command line is wrong.
 */
import { parseArgs } from 'node:util';
import { catalogPlace } from './bench/catalog/place.ts';
import { type Asked, askedOf } from './bench/engines/asked.ts';
import { doorOf } from './bench/engines/door.ts';
import { timed } from './bench/figures.ts';

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '100000' },
    /** Where the catalog on SQLite is kept for the next run; without it, it goes with this one. */
    data: { type: 'string' },
    database: { type: 'string' },
    /** Of each kind. */
    queries: { type: 'string', default: '200' },
  },
});
const [skills, queries] = [Number(values.skills), Number(values.queries)];
if (!values.database || !(skills >= 100) || !(queries >= 1)) {
  console.error('--database takes a PostgreSQL database, --skills a number from 100 on, --queries one from 1 on.');
  process.exit(2);
}

const say = (line: string) => console.error(line);
/** Seconds in which an origin that was just started reads the words that most skills have. */
const settling = 10;

await using onSqlite = await catalogPlace(skills, values.data, say);
await using onPostgres = await catalogPlace(skills, values.data, say, values.database);
const engines = [await onSqlite.open(), await onPostgres.open()] as const;
const doors = await Promise.all(engines.map(doorOf));
const asked = await askedOf(engines[0], queries);
for (const door of doors) for (const path of ['/skills', '/skills?q=pdf', '/search?q=pdf']) await door(path);
await new Promise((resolve) => setTimeout(resolve, settling * 1000));
console.table(await Promise.all(asked).then(tableOf));
for (const engine of engines) await engine.close();

/** Each query is asked for the first time, and once more when all others were. */
async function tableOf(asked: readonly Asked[]): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  for (const { kind, paths, isSignedIn } of asked) {
    say(`${kind} …`);
    for (const time of ['first', 'again']) {
      const times = doors.map((): number[] => []);
      for (const path of paths)
        for (const [index, door] of doors.entries()) {
          const began = performance.now();
          await door(path, isSignedIn);
          times[index]?.push(performance.now() - began);
        }
      const [sqlite, postgres] = times.map((each) => timed('', each));
      const slowest = paths[times[1]?.indexOf(Math.max(...(times[1] ?? []))) ?? 0] ?? '';
      rows.push({
        asked: `${kind}, ${time}`,
        'SQLite p50 / p99 ms': pairOf(sqlite),
        'PostgreSQL p50 / p99 ms': pairOf(postgres),
        'PostgreSQL : SQLite, p50': ((postgres?.p50 ?? 0) / (sqlite?.p50 ?? 1)).toFixed(2),
        'slowest on PostgreSQL': decodeURIComponent(slowest),
      });
    }
  }
  return rows;
}

function pairOf(figure: { p50?: number; p99?: number } | undefined): string {
  return `${figure?.p50?.toFixed(1)} / ${figure?.p99?.toFixed(1)}`;
}
