import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { long } from '../long.ts';

const root = join(import.meta.dirname, '../..');

/** What a build, a cache or a run leaves there, and what is outside. */
const isMade = (path: string) => /^(?:\.\.|data|dist|node_modules\/\.cache)(?:\/|$)/.test(path);

it('every file that another one names by where it lies is there', () => {
  const named = globSync('{origin,mirror,scripts,test}/**/*.{ts,mjs}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/(?:import\.meta\.dirname, |new URL\()'(\.\.?\/[^']+)'/g)].map(([, path = '']) => ({
      file,
      names: relative(root, join(root, dirname(file), path)),
    }));
  });
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ names }) => !isMade(names) && !existsSync(join(root, names)))).toEqual([]);
});

it('every file that `npm test` leaves out is there, once', () => {
  expect(long.filter((path, nth) => long.indexOf(path) !== nth || !existsSync(join(root, path)))).toEqual([]);
});
