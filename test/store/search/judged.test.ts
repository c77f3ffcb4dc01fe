import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { rankedSkills } from '../../../origin/store/search/search.ts';
import { understand } from '../../../origin/store/search/understood.ts';
import { viewOf } from '../../../origin/store/view.ts';
import { openEngine } from '../../engines.ts';
import { publishAll, queries, type Score, scoresOf } from './judged/judged.ts';
import { fts5, miniSearch } from './judged/others.ts';

/** At least, of each kind in hundredths: an answer among the first five, and its mean reciprocal rank. */
const floors: Record<string, [five: number, rank: number]> = {
  plain: [100, 99],
  words: [100, 99],
  sentence: [98, 97],
  typo: [98, 97],
  inflected: [98, 95],
  synonym: [98, 93],
  cjk: [98, 97],
  people: [100, 99],
};

const inHundredths = (share = 0) => Math.round(share * 100);

const finder = (engine: Engine) => async (query: string) => {
  const view = viewOf(engine);
  const asked = await understand(view, query);
  const found = asked ? await rankedSkills(view, asked, 5) : [];
  return found.map(({ skill: { author, slug }, score }) => ({ author, slug, score, corrected: asked?.corrected }));
};

describe('300 judged queries', async () => {
  const engine = await openEngine('sqlite');
  await publishAll(engine);

  it('find what they ask for, of each kind as often and as high as other search engines do, or better', async () => {
    const missed: string[] = [];
    const scores = await scoresOf(finder(engine), ({ kind, text, accepted }, found) =>
      missed.push(`${kind}: ${text} => ${accepted.join(' ')}, not ${found.join(' ')}`),
    );
    const others = [await scoresOf(miniSearch()), await scoresOf(await fts5())];
    if (process.env['SHOW']) console.log([...missed, tableOf([scores, ...others])].join('\n'));
    expect(queries.length).toBe(300);
    expect([...scores.keys()].sort()).toEqual(Object.keys(floors).sort());
    for (const [kind, [five, rank]] of Object.entries(floors)) {
      const score = scores.get(kind);
      expect.soft(inHundredths(score?.five), kind).toBeGreaterThanOrEqual(five);
      expect.soft(inHundredths(score?.rank), kind).toBeGreaterThanOrEqual(rank);
      for (const other of others) expect.soft(score?.rank, kind).toBeGreaterThanOrEqual(other.get(kind)?.rank ?? 0);
    }
  });

  it('find the same on PostgreSQL, in the same order, with the same scores', async () => {
    const postgres = await openEngine('postgres');
    await publishAll(postgres);
    for (const { text } of queries.filter((_, index) => index % 6 === 0))
      expect(await finder(postgres)(text), text).toEqual(await finder(engine)(text));
    await postgres.close();
  });
});

/** A line for each kind: first / among five / mean reciprocal rank of each, in hundredths. */
const tableOf = ([ours, ...others]: Map<string, Score>[]): string =>
  [...(ours ?? [])]
    .map(([kind, score]) => {
      const cells = [score, ...others.map((other) => other.get(kind))].map((one) =>
        [one?.first, one?.five, one?.rank].map(inHundredths).join('/'),
      );
      return [kind, ...cells].join(' ');
    })
    .join('\n');
