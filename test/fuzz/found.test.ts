import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Target } from './target.ts';

const names = readdirSync(join(import.meta.dirname, 'targets')).map((file) => basename(file, '.ts'));
const found = join(import.meta.dirname, 'found');

/** Each once; `npm run fuzz:parsers` goes on from there, millions of times. */
it.each(names)(
  'the parser of %s reads what the fuzzer begins with, and what it found before, as it should',
  async (name) => {
    const { seeds, check } = ((await import(`./targets/${name}.ts`)) as { target: Target }).target;
    const taken: boolean[] = [];
    for (const seed of seeds) taken.push(await check(seed));
    expect(taken).toContain(true);
    for (const file of globSync('*', { cwd: join(found, name) })) await check(readFileSync(join(found, name, file)));
  },
);

it('keeps nothing for a target that is gone', () => {
  expect(globSync('*', { cwd: found }).filter((name) => !names.includes(name))).toEqual([]);
});
