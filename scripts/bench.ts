/**
 * Measures with their references, or this checkout against a commit: a table for people, and with `--json <file>` the
 * numbers. Exit codes: 0 done, 1 something became slower, 2 the command line is wrong.
 *
 * `npm run bench -- [<measure> …] [--skills <count>] [--data <folder>] [--database <url>] [--json <file>]`
 * `npm run bench -- --against <commit> [--only <measure>,…] [--rounds <count>] [--skills <count>] [--json <file>]`
 */
import { writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitNamed } from './bench/against/checkout.ts';
import { leastRounds, verdictRule } from './bench/against/verdict.ts';
import { type Comparable, comparable, compareWith } from './bench/against.ts';
import { type CatalogPlace, catalogPlace } from './bench/catalog/place.ts';
import { isReached, type Result } from './bench/goals.ts';
import { flood } from './bench/processes/flood.ts';
import { memory } from './bench/processes/memory.ts';
import { recovery } from './bench/processes/recovery.ts';
import { size } from './bench/processes/size.ts';
import { startToReady } from './bench/processes/startToReady.ts';
import { facetList } from './bench/reads/facetList.ts';
import { list } from './bench/reads/list.ts';
import { listWithQ } from './bench/reads/listWithQ.ts';
import { mcpToolCall } from './bench/reads/mcpToolCall.ts';
import { mirrorGet } from './bench/reads/mirrorGet.ts';
import { nginxGet } from './bench/reads/nginxGet.ts';
import { rankedSearch } from './bench/reads/rankedSearch.ts';
import { syncManifest } from './bench/reads/syncManifest.ts';
import type { Measure } from './bench/run.ts';
import { comparisonTable, tableOf } from './bench/table.ts';
import { durablePublish } from './bench/writes/durablePublish.ts';
import { follower } from './bench/writes/follower.ts';
import { frozenInstall } from './bench/writes/frozenInstall.ts';
import { fullSnapshot } from './bench/writes/fullSnapshot.ts';
import { publishToMirror } from './bench/writes/publishToMirror.ts';
import { transparencyLog } from './bench/writes/transparencyLog.ts';
import { buildSite } from './buildSite.ts';
import { interruptible } from './operator/interrupt.ts';
import { keepPrograms } from './programs/keep.ts';

const measures: Record<string, Measure> = {
  ...{ mirrorGet, nginxGet, list, listWithQ, facetList, rankedSearch, publishToMirror, fullSnapshot },
  ...{ syncManifest, frozenInstall, durablePublish, startToReady, recovery, memory, mcpToolCall, flood },
  ...{ size, transparencyLog, follower },
};

const { values, positionals } = readArguments();
const say = (line: string) => console.error(line);
if (values.against === undefined) await measure();
else process.exitCode = await compare(values.against);
process.exit();

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        /** Size of the catalog; of each registry with `--against`. */
        skills: { type: 'string' },
        /** Where catalogs are kept for the next run; without it, they go with this one. */
        data: { type: 'string' },
        /** A PostgreSQL database, empty or with the catalog of an earlier run, for measures of lists and searches. */
        database: { type: 'string' },
        json: { type: 'string' },
        /** A commit to compare this checkout with. */
        against: { type: 'string' },
        /** Measures, or what their names begin with. */
        only: { type: 'string' },
        rounds: { type: 'string' },
      },
    });
  } catch (error) {
    return end((error as Error).message);
  }
}

async function measure(): Promise<void> {
  const unknown = positionals.filter((name) => !(name in measures));
  if (unknown.length > 0)
    end(`There is no measure ${unknown.join(', ')}; there are: ${Object.keys(measures).join(', ')}.`);
  if (values.only ?? values.rounds) end('--only and --rounds go with --against.');
  const skills = wholeNumber('skills', 1000, 100);
  const places = new Map<number, Promise<CatalogPlace>>();
  const catalog = (count = skills) => {
    const place = places.get(count) ?? catalogPlace(count, values.data, say, values.database);
    places.set(count, place);
    return place;
  };
  await Promise.all([buildSite(say), keepPrograms(say)]);
  const results: Result[] = [];
  for (const name of positionals.length > 0 ? positionals : Object.keys(measures)) {
    say(`${name} …`);
    results.push(...((await measures[name]?.({ skills, catalog, say })) ?? []));
  }
  for (const place of places.values()) await (await place)[Symbol.asyncDispose]();
  console.table(tableOf(results));
  for (const { goal, note } of results) if (note) console.log(`${goal}: ${note}`);
  await report({ skills, results: results.map((result) => ({ ...result, reached: isReached(result) })) });
}

/** Returns the exit code. */
async function compare(against: string): Promise<0 | 1> {
  if (positionals.length > 0) end(`With --against, measures are named by --only ${positionals.join(',')}.`);
  if (values.data ?? values.database) end('--data and --database go without --against.');
  const root = join(import.meta.dirname, '..');
  const only = chosen();
  const rounds = wholeNumber('rounds', 10, leastRounds);
  const skills = wholeNumber('skills', 100, 10);
  const commit = await commitNamed(root, against);
  if (!commit) end(`There is no commit ${against}.`);
  const compared = await interruptible((signal) => compareWith({ root, commit, only, rounds, skills, say, signal }));
  console.table(comparisonTable(compared));
  console.log(verdictRule);
  await report({ against: commit, rounds, skills, compared });
  return compared.some(({ word }) => word === 'slower') ? 1 : 0;
}

function chosen(): readonly Comparable[] {
  const wanted = values.only?.split(',').map((name) => name.trim()) ?? [''];
  const unknown = wanted.filter((name) => !comparable.some((measure) => measure.startsWith(name)));
  if (unknown.length > 0) end(`There is no measure ${unknown.join(', ')}; there are: ${comparable.join(', ')}.`);
  return comparable.filter((measure) => wanted.some((name) => measure.startsWith(name)));
}

function wholeNumber(option: 'skills' | 'rounds', usual: number, least: number): number {
  const number = Number(values[option] ?? usual);
  if (!Number.isInteger(number) || number < least) end(`--${option} takes a whole number from ${least} on.`);
  return number;
}

async function report(results: object): Promise<void> {
  if (!values.json) return;
  const machine = {
    node: process.version,
    platform: `${platform()} ${arch()}`,
    cores: cpus().length,
    memory: totalmem(),
  };
  await writeFile(values.json, `${JSON.stringify({ machine, ...results }, undefined, 2)}\n`);
}

function end(why: string): never {
  console.error(why);
  process.exit(2);
}
