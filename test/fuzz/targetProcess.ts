/**
 * Fuzzes one target in a process of its own, told what to do by an `Assignment` as JSON. What it tries stands in a file
 * before it is tried, so that the process may hang, run out of memory or die of it. Ends with its figures on the last line.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawsFrom } from '../../scripts/bench/catalog/random.ts';
import { coverage, isNew, reset } from './coverage.ts';
import { instrument } from './instrument.ts';
import { mutator } from './mutate.ts';
import { shortened, tryOn } from './problem.ts';
import type { Target } from './target.ts';

export interface Assignment {
  name: string;
  /** The module with the target. */
  module: string;
  /** The file that has what is tried. */
  current: string;
  /** Folder of inputs that earlier runs found the way by. */
  kept: string;
  /** Folder for inputs that something is wrong with. */
  found: string;
  seconds: number;
  /** Null for as many as there is time for. */
  executions: number | null;
  seed: number;
  /** Whether nothing is learned from the branches that were reached: for comparison. */
  isBlind: boolean;
}

export interface Figures {
  executions: number;
  taken: number;
  /** Inputs that reached what none before did. */
  fresh: number;
  covered: number;
  branches: number;
  /** Milliseconds of computing that the slowest input took. */
  slowest: number;
  problems: number;
}

const { name, kept, found, isBlind, ...assignment } = JSON.parse(process.argv[2] ?? '') as Assignment;
mkdirSync(kept, { recursive: true });
instrument();
const { target } = (await import(assignment.module)) as { target: Target };
const { read, judge } = tryOn(target, openSync(assignment.current, 'w'));
const corpus: Uint8Array[] = [];
const random = drawsFrom(assignment.seed);
const { change, grow, pick } = mutator(random, corpus, target.words ?? [], target.longest);
const problems = new Set<string>();
const figures = { executions: 0, taken: 0, fresh: 0, slowest: 0 };

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

async function execute(input: Uint8Array, isSeed = false): Promise<void> {
  figures.executions += 1;
  reset();
  let tried = await read(input);
  const fresh = isNew();
  // Once more, since a busy machine or a collection of garbage may have been the cause.
  if (tried.problem?.startsWith('takes')) tried = await read(input);
  const { problem } = tried;
  figures.taken += tried.taken ? 1 : 0;
  figures.slowest = Math.max(figures.slowest, tried.took);
  if (problem) await tell(problem, input, async (shorter) => (await read(shorter)).problem === problem);
  const isJudged = tried.taken && (fresh || figures.taken % 256 === 0);
  const objection = isJudged ? await judge(input) : undefined;
  if (objection)
    await tell(
      objection,
      input,
      async (shorter) => (await read(shorter)).taken && (await judge(shorter)) === objection,
    );
  if (!fresh || input.length > target.longest) return;
  figures.fresh += 1;
  if (isBlind && !isSeed) return;
  const own = Uint8Array.from(input);
  corpus.push(own);
  if (!problem) writeFileSync(join(kept, digest(own)), own);
}

async function tell(problem: string, input: Uint8Array, holds: Parameters<typeof shortened>[1]) {
  if (problems.has(problem) || problems.size === 20) return;
  problems.add(problem);
  const short = await shortened(input, holds);
  mkdirSync(found, { recursive: true });
  writeFileSync(join(found, digest(short)), short);
  console.log(`${name}: ${problem}: ${digest(short)} of ${short.length} bytes`);
}

const until = Date.now() + assignment.seconds * 1000;
const executions = assignment.executions ?? Number.POSITIVE_INFINITY;
for (const input of target.seeds) await execute(input.subarray(0, target.longest), true);
for (const file of readdirSync(kept)) await execute(readFileSync(join(kept, file)).subarray(0, target.longest), true);
if (corpus.length === 0) throw new Error(`No seed of ${name} reaches code that counts.`);
figures.fresh = 0;
while (figures.executions < executions && (figures.executions % 64 > 0 || Date.now() < until)) {
  // What was found lately leads on more often than what is known for long.
  const input =
    random() < 0.3
      ? (corpus.at(-1 - Math.floor(random() * Math.min(16, corpus.length))) ?? pick(corpus))
      : pick(corpus);
  if (target.grown && random() < 0.005) await execute(grow(input, target.grown));
  const reshaped = target.reshape && random() < 0.5 ? target.reshape(input, change) : undefined;
  await execute((reshaped ?? change(input)).subarray(0, target.longest));
}
console.log(JSON.stringify({ ...figures, ...coverage(), problems: problems.size } satisfies Figures));
process.exit(0);
