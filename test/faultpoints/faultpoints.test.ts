import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawsFrom } from '../../scripts/bench/catalog/random.ts';
import { type Explored, explore, type Mode, modes } from './explore.ts';
import { type Layer, openLayer } from './layer.ts';
import { groups } from './scenarios/index.ts';

/** `npm run faults` looks at all of them; SCENARIO picks by a part of the name, MODES modes, EVERY one of so many, FROM where a run begins again. */
const { FAULTS, SCENARIO = '', MODES = modes.join(), EVERY = '1', FROM = '0', REPORT } = process.env;
const isThorough = FAULTS === 'all';

/** Disks that are looked at of each scenario otherwise, of each mode. */
const few: Record<Mode, number> = { kept: 2, dropped: 2, torn: 2, eio: 0.5, full: 0.5 };

let layer: Layer | undefined;
beforeAll(async () => {
  layer = await openLayer();
});
afterAll(() => layer?.[Symbol.asyncDispose]());

const say = (line: string): void => {
  if (REPORT) appendFileSync(REPORT, `${line}\n`);
  else if (isThorough) process.stdout.write(`${line}\n`);
};

/** What was wrong, each once, with where that was first and how often. */
function summaryOf(explored: Explored): string[] {
  const all = new Map<string, string[]>();
  for (const mode of modes)
    for (const { at, operation, what } of explored.modes[mode].wrong) {
      const key = what.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|\bexplored-\w+/g, '…');
      all.set(key, [...(all.get(key) ?? []), `${mode} at ${at} ${operation}`]);
    }
  return [...all].map(([what, where]) => `${what} [${where.length} times, first ${where[0]}]`);
}

describe.each(Object.entries(groups))('%s', (_, open) => {
  it('survive a stop or a failure at any operation on files', { timeout: 36_000_000 }, async ({ skip }) => {
    if (!layer) return skip('nothing can be compiled here');
    await using group = await open();
    const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    const chance = drawsFrom(seed);
    const named = group.scenarios.filter(({ name }) => name.includes(SCENARIO));
    // One of each group at a time: its beginning takes as long as a dozen looks.
    const scenarios = isThorough ? named : named.splice(Math.floor(chance() * named.length), 1);
    for (const scenario of scenarios) {
      const explored = await explore(layer, scenario, {
        isChosen: (mode, at, count) => {
          if (!MODES.split(',').includes(mode)) return false;
          if (at < Number(FROM)) return false;
          return isThorough ? at % Number(EVERY) === 0 || at === count : chance() < few[mode] / count;
        },
        chance,
        tell: (line) => REPORT && say(line),
      });
      for (const mode of modes) {
        const { points, disks, wrong } = explored.modes[mode];
        say(`${scenario.name}, ${mode}: ${points} operations, ${disks} disks, ${wrong.length} findings`);
      }
      for (const line of summaryOf(explored)) say(`  ${line}`);
      expect(summaryOf(explored), `${scenario.name} with SEED=${seed}`).toEqual([]);
    }
  });
});
