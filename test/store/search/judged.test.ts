import { expect, it } from 'vitest';
import { rankedSkills } from '../../../origin/store/search/search.ts';
import { understand } from '../../../origin/store/search/understood.ts';
import { viewOf } from '../../../origin/store/view.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { publishAll, queries, type Score, scoresOf } from './judged/judged.ts';
import { fts5, miniSearch } from './judged/others.ts';

/** At least of each kind, in hundredths: an answer among the first five, and its mean reciprocal rank. */
const floors: Record<string, [five: number, rank: number]> = {
  plain: [100, 99],
  words: [100, 99],
  sentence: [97, 95],
  typo: [97, 95],
  inflected: [97, 93],
  synonym: [97, 93],
  cjk: [96, 95],
  people: [100, 98],
};

const inHundredths = (share: number) => Math.round(share * 100);
const row = (kind: string, scores: readonly (Score | undefined)[]) =>
  [kind, ...scores.map((one) => one && `${inHundredths(one.first)}/${inHundredths(one.five)}/${inHundredths(one.rank)}`)].join(' ');

it.each(engineNames)('finds what 300 judged queries ask for, each kind no worse than others do, on %s', async (name) => {
  const engine = await openEngine(name);
  await publishAll(engine);
  const view = viewOf(engine);
  const missed: string[] = [];
  const scores = await scoresOf(
    async (query) => {
      const asked = await understand(view, query);
      return asked ? (await rankedSkills(view, asked, 5)).map(({ skill }) => skill) : [];
    },
    ({ kind, text, accepted }, found) => missed.push(`${kind}: ${text} => ${accepted.join(' ')}, not ${found.join(' ')}`),
  );
  const others = [await scoresOf(miniSearch()), await scoresOf(await fts5())];
  if (process.env['SHOW'])
    console.log([...missed, ...[...scores].map(([kind, score]) => row(kind, [score, ...others.map((other) => other.get(kind))]))].join('\n'));
  expect(queries.length).toBe(300);
  expect([...scores.keys()].sort()).toEqual(Object.keys(floors).sort());
  for (const [kind, [five, rank]] of Object.entries(floors)) {
    const score = scores.get(kind);
    expect.soft(inHundredths(score?.five ?? 0), kind).toBeGreaterThanOrEqual(five);
    expect.soft(inHundredths(score?.rank ?? 0), kind).toBeGreaterThanOrEqual(rank);
    for (const other of others) expect.soft(score?.rank, kind).toBeGreaterThanOrEqual(other.get(kind)?.rank ?? 0);
  }
  await engine.close();
});
