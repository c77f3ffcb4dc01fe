/**
 * Fuzzes one target in a process of its own: `<target> <seconds> <executions>`. What it tries stands in a file before it
 * is tried, so that the process may hang, run out of memory or die of it. Ends with its figures on the last line.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { coverage, instrument, isNew, reset } from './coverage.ts';
import { mutator, randomFrom } from './mutate.ts';
import type { Target } from './target.ts';

const [name = '', seconds = '10', executions = 'Infinity', seed = String(Date.now())] = process.argv.slice(2);
const current = openSync(join(process.env['FUZZ_SCRATCH'] ?? '.', `${name}.input`), 'w');
/** What earlier runs found the way to. */
const kept = join(import.meta.dirname, '../../data/fuzz', name);
const found = join(import.meta.dirname, 'found', name);
mkdirSync(kept, { recursive: true });

instrument();
const target = ((await import(`./targets/${name}.ts`)) as { target: Target }).target;
const corpus: Uint8Array[] = [];
const random = randomFrom(Number(seed));
const { change, pick } = mutator(random, corpus, target.words ?? [], target.longest);
const problems = new Map<string, Uint8Array>();
const figures = { executions: 0, taken: 0, fresh: 0, slowest: 0 };

/** Milliseconds of computing that an input may take, however long it is, and for each of its bytes. */
const allowed = (length: number): number => 200 + length * 0.05;
/** Of everything the process holds, in bytes. */
const mostMemory = 700 * 2 ** 20;

/** What does not hold for the input: a sentence that is the same for inputs with the same cause. */
async function problemOf(input: Uint8Array): Promise<string | undefined> {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(input.length);
  head.writeUInt32LE(figures.executions % 2 ** 32, 4);
  writeSync(current, head, 0, 8, 0);
  writeSync(current, input, 0, input.length, 8);
  const before = process.threadCpuUsage();
  const began = performance.now();
  try {
    const took = target.check(input);
    if (typeof took === 'boolean' ? took : await took) figures.taken += 1;
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const place = /\((?:file:\/\/)?[^)]*\/((?:origin|scripts|mirror|test\/fuzz\/targets)\/[^)]*?):\d+\)/.exec(
      stack,
    )?.[1];
    return `${message
      .split('\n')[0]
      ?.replace(/[^ -~]|["'“][^"'”]*["'”]|\d+/g, '…')
      .slice(0, 90)} (${place})`;
  }
  if (performance.now() - began < 20) return undefined;
  const { user, system } = process.threadCpuUsage(before);
  const took = (user + system) / 1000;
  figures.slowest = Math.max(figures.slowest, took);
  if (process.memoryUsage.rss() > mostMemory) return 'takes too much memory';
  return took > allowed(input.length) ? 'takes too long' : undefined;
}

/** The same problem from fewer bytes: halves, quarters … are left out as long as it stays. */
async function shortened(input: Uint8Array, problem: string): Promise<Uint8Array> {
  let short = input;
  for (let size = Math.ceil(short.length / 2), tries = 0; size >= 1 && tries < 2000; size = Math.floor(size / 2)) {
    for (let at = 0; at < short.length && tries < 2000; tries += 1) {
      const shorter = Buffer.concat([short.subarray(0, at), short.subarray(at + size)]);
      if ((await problemOf(shorter)) === problem) short = shorter;
      else at += size;
    }
  }
  return short;
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

async function execute(input: Uint8Array): Promise<void> {
  figures.executions += 1;
  reset();
  let problem = await problemOf(input);
  const fresh = isNew();
  // Once more, since a busy machine or a collection of garbage may have been the cause.
  if (problem?.startsWith('takes')) problem = await problemOf(input);
  if (problem !== undefined && !problems.has(problem) && problems.size < 20) {
    problems.set(problem, input);
    const short = await shortened(input, problem);
    mkdirSync(found, { recursive: true });
    writeFileSync(join(found, digest(short)), short);
    console.log(`${name}: ${problem}: ${digest(short)} of ${short.length} bytes`);
  }
  if (!fresh) return;
  figures.fresh += 1;
  const own = Uint8Array.from(input);
  corpus.push(own);
  if (!problem) writeFileSync(join(kept, digest(own)), own);
}

const until = Date.now() + Number(seconds) * 1000;
for (const input of target.seeds) await execute(input.subarray(0, target.longest));
for (const file of readdirSync(kept)) await execute(readFileSync(join(kept, file)).subarray(0, target.longest));
if (corpus.length === 0) throw new Error(`No seed of ${name} reaches code that counts.`);
const begun = { ...figures };
while (figures.executions < Number(executions) && (figures.executions % 64 > 0 || Date.now() < until)) {
  // What was found lately leads on more often than what is known for long.
  const input =
    random() < 0.3
      ? (corpus.at(-1 - Math.floor(random() * Math.min(16, corpus.length))) ?? pick(corpus))
      : pick(corpus);
  const reshaped = target.reshape && random() < 0.5 ? target.reshape(input, change) : undefined;
  await execute((reshaped ?? change(input)).subarray(0, target.longest));
}
console.log(JSON.stringify({ ...figures, fresh: figures.fresh - begun.fresh, ...coverage(), problems: problems.size }));
process.exit(0);
