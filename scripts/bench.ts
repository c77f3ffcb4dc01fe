/**
 * Measures beside their references, in one run: a table for people, and with `--json <file>` the numbers.
 * `npm run bench -- [<measure> …] [--skills <count>] [--data <folder>] [--json <file>]`
 */
import { writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { type CatalogPlace, catalogPlace } from './bench/catalog/place.ts';
import { durablePublish } from './bench/durablePublish.ts';
import { fullSnapshot } from './bench/fullSnapshot.ts';
import { isReached, type Result } from './bench/goals.ts';
import { list } from './bench/list.ts';
import { listWithQ } from './bench/listWithQ.ts';
import { mcpToolCall } from './bench/mcpToolCall.ts';
import { memory } from './bench/memory.ts';
import { mirrorGet } from './bench/mirrorGet.ts';
import { nginxGet } from './bench/nginxGet.ts';
import { publishToMirror } from './bench/publishToMirror.ts';
import { rankedSearch } from './bench/rankedSearch.ts';
import type { Measure } from './bench/run.ts';
import { startToReady } from './bench/startToReady.ts';
import { syncManifest } from './bench/syncManifest.ts';
import { tableOf } from './bench/table.ts';
import { buildSite } from './buildSite.ts';

const measures: Record<string, Measure> = {
  ...{ mirrorGet, nginxGet, list, listWithQ, rankedSearch, publishToMirror, fullSnapshot },
  ...{ syncManifest, durablePublish, startToReady, memory, mcpToolCall },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Size of the catalog. */
    skills: { type: 'string', default: '1000' },
    /** Where catalogs are kept for the next run; without it, they go with this one. */
    data: { type: 'string' },
    json: { type: 'string' },
  },
});
const skills = Number(values.skills);
const unknown = positionals.filter((name) => !(name in measures));
if (unknown.length > 0)
  end(`There is no measure ${unknown.join(', ')}; there are: ${Object.keys(measures).join(', ')}.`);
if (!Number.isInteger(skills) || skills < 100) end('--skills takes a whole number from 100 on.');

const say = (line: string) => console.error(line);
const places = new Map<number, Promise<CatalogPlace>>();
const catalog = (count = skills) => {
  const place = places.get(count) ?? catalogPlace(count, values.data, say);
  places.set(count, place);
  return place;
};
await buildSite(say);
const results: Result[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(measures)) {
  say(`${name} …`);
  results.push(...((await measures[name]?.({ skills, catalog, say })) ?? []));
}
for (const place of places.values()) await (await place)[Symbol.asyncDispose]();
console.table(tableOf(results));
for (const { goal, note } of results) if (note) console.log(`${goal}: ${note}`);
if (values.json) {
  const machine = {
    node: process.version,
    platform: `${platform()} ${arch()}`,
    cores: cpus().length,
    memory: totalmem(),
  };
  const report = { skills, machine, results: results.map((result) => ({ ...result, reached: isReached(result) })) };
  await writeFile(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
}
process.exit(0);

function end(why: string): never {
  console.error(why);
  process.exit(2);
}
