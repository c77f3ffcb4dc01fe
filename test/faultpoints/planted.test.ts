import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Explored, explore, modes, type Scenario } from './explore.ts';
import { type Layer, openLayer } from './layer.ts';
import { type Bug, bugs, replace } from './planted.ts';

let layer: Layer | undefined;
beforeAll(async () => {
  layer = await openLayer();
});
afterAll(() => layer?.[Symbol.asyncDispose]());

const replacing = (bug: Bug): Scenario => ({
  name: bug,
  prepare: async (root) => writeFileSync(join(root, 'file'), 'old'),
  act: (root) => ({ does: 'replace', root, environment: {}, bug }),
  isClean: ({ ended, said }) => ended === 0 || said !== '',
  check: async (root, told) => {
    const text = readFileSync(join(root, 'file'), 'utf8');
    const isRight = text === 'new' || (text === 'old' && !told.includes('ended'));
    const failed = replace(root, bug);
    const left = readdirSync(root).filter((name) => name !== 'file');
    return [...(isRight ? [] : [`it holds “${text}”`]), failed, ...left.map((name) => `${name} is left`)].filter(
      Boolean,
    );
  },
});

const exploredWith = (bug: Bug) =>
  explore(layer as Layer, replacing(bug), { isChosen: () => true, chance: () => 0.75 });

const found = ({ modes: by }: Explored) => modes.filter((mode) => by[mode].wrong.length > 0);

describe('faults at every operation', () => {
  it('find nothing in a file that is replaced rightly', async ({ skip }) => {
    if (!layer) return skip('nothing can be compiled here');
    const explored = await exploredWith('none');
    expect(found(explored), JSON.stringify(explored)).toEqual([]);
    for (const mode of modes) expect(explored.modes[mode].points, mode).toBeGreaterThan(4);
  });

  it.for([
    [bugs[0], ['torn']],
    [bugs[1], ['dropped']],
    [bugs[2], ['kept', 'torn', 'eio', 'full']],
    [bugs[3], ['kept', 'torn', 'eio', 'full']],
    [bugs[4], ['eio', 'full']],
  ] as const)('find %s', async ([bug, wanted], { skip }) => {
    if (!layer) return skip('nothing can be compiled here');
    expect(found(await exploredWith(bug))).toEqual(expect.arrayContaining([...wanted]));
  });
});
