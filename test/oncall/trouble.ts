/**
 * Loaded into the programs of a registry, ahead of them: what can't be done to a process from outside. A file named after
 * the program says what: `block` keeps it from answering for most of each second, `grow` takes memory.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleName } from '../../scripts/programs/names.ts';

const { TROUBLE = '' } = process.env;
const name = ['origin', 'mirror'].find(
  (program) => basename(process.argv[1] ?? '') === bundleName(`${program}/main.ts`),
);

/** Milliseconds between two looks, in which a little is answered, and that it then computes for. */
const [lookEvery, blockedFor] = [150, 650];
const megabytes = 650;

let taken: Buffer[] = [];

function told(): string {
  try {
    return readFileSync(join(TROUBLE, name ?? ''), 'utf8').trim();
  } catch {
    return '';
  }
}

function keepFromAnswering(): number {
  const until = performance.now() + blockedFor;
  let sum = 0;
  while (performance.now() < until) for (let count = 0; count < 1e6; count += 1) sum += Math.sqrt(count);
  return sum;
}

function look(): void {
  const what = told();
  if (what === 'block') keepFromAnswering();
  if (what === 'grow' && taken.length === 0) taken = Array.from({ length: megabytes }, () => Buffer.alloc(2 ** 20, 1));
  if (what === '') taken = [];
  setTimeout(look, lookEvery).unref();
}

if (TROUBLE && name) look();
