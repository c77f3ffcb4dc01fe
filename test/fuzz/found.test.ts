import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Target } from './target.ts';

const names = readdirSync(join(import.meta.dirname, 'targets')).map((file) => basename(file, '.ts'));
const found = join(import.meta.dirname, 'found');

/** More take longer than what they would show. */
const mostSeeds = 25;

/** Each once; `npm run fuzz:parsers` goes on from there, millions of times. */
it.each(names)(
  'the parser of %s reads what the fuzzer begins with, and what it found before, as it should',
  async (name) => {
    const { seeds, check, referee } = ((await import(`./targets/${name}.ts`)) as { target: Target }).target;
    const kept = globSync('*', { cwd: join(found, name) }).map((file) => readFileSync(join(found, name, file)));
    const taken: boolean[] = [];
    for (const input of [...seeds.slice(0, mostSeeds), ...kept]) {
      taken.push(await check(input));
      if (taken.at(-1)) await referee?.(input);
    }
    expect(taken).toContain(true);
  },
);

it('keeps nothing for a target that is gone', () => {
  expect(globSync('*', { cwd: found }).filter((name) => !names.includes(name))).toEqual([]);
});
