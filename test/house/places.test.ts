import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { leftOut, long } from '../long.ts';

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

it('who asks for all, or for files by their names, has those that `npm test` leaves out', () => {
  for (const args of [['run'], ['run', '-t', 'a name'], ['run', '--testNamePattern', 'a name', '--bail=1']])
    expect(leftOut(args, undefined)).toBe(long);
  for (const args of [
    ['run', 'test/mirror'],
    ['run', '-t', 'a name', 'parity'],
  ])
    expect(leftOut(args, undefined)).toEqual([]);
  for (const tests of ['all', 'slow', 'release']) expect(leftOut(['run'], tests)).toEqual([]);
});
