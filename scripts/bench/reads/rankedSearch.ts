/** Ranked search compared with two other engines on the same rows: how fast it is, and how high it ranks what was meant. */
import type { Input } from '../../../origin/contract/operations.ts';
import { drawsFrom } from '../catalog/random.ts';
import { takeTurns, timed, timesAsFast, timesOf } from '../figures.ts';
import type { Result } from '../goals.ts';
import { answerTo, readingOf } from '../reading.ts';
import type { Measure } from '../run.ts';
import { fts5, miniSearch, resultsEach, type SearchEngine } from '../search/engines.ts';
import { type Query, queriesFor, someSkills } from '../words.ts';

const judged = 100;

export const rankedSearch: Measure = async ({ catalog, say }) => {
  const { open } = await catalog();
  const engine = await open();
  const queries = queriesFor(await someSkills(engine, drawsFrom(3), judged * 10), judged);
  const ask = (types: Input<'search'>['types']) => {
    const reading = readingOf(engine);
    return async (q: string) => Buffer.from(await answerTo(reading, 'search', { q, types, limit: resultsEach }));
  };
  const [askForSkills, askForAll] = [ask(['skills']), ask(['skills', 'kits', 'people'])];
  const ours: SearchEngine = {
    name: 'search',
    find: async (query) => {
      const { skills } = JSON.parse(String(await askForSkills(query))) as { skills: { slug: string }[] };
      return skills.map(({ slug }) => slug);
    },
    close: async () => undefined,
  };
  say('building the indexes to compare with …');
  const others = [await miniSearch(engine), await fts5(engine)];
  const results: Result[] = [];
  const work = (find: (query: string) => Promise<unknown>) => (call: number) =>
    find(queries[call % queries.length]?.text ?? '');
  for (const [index, other] of others.entries()) {
    const turns = await takeTurns(
      { name: 'search of skills', work: work(askForSkills) },
      { name: other.name, work: work(other.find) },
      { rounds: 5, calls: queries.length },
    );
    const goal = index === 0 ? 'ranked search' : 'ranked search beside FTS5';
    results.push({ goal, ...turns, ratio: timesAsFast(turns.subject, turns.reference) });
  }
  const subject = timed('search of skills, kits and people', await timesOf(work(askForAll), queries.length * 3));
  results.push({ goal: 'search of everything', subject });
  for (const other of others) results.push(await judge(queries, ours, other));
  for (const other of others) await other.close();
  await engine.close();
  return results;
};

/** Mean reciprocal rank: 1 where what was meant always stands first, 0 where it is never among the results. */
async function judge(queries: readonly Query[], ours: SearchEngine, other: SearchEngine): Promise<Result> {
  const [score, reference] = [await scoresOf(queries, ours), await scoresOf(queries, other)];
  const kinds = [...new Set(queries.map(({ kind }) => kind))];
  const note = kinds
    .map((kind) => {
      const of = queries.flatMap((query, index) => (query.kind === kind ? [index] : []));
      return `${kind}: ${mean(of.map((index) => score[index] ?? 0)).toFixed(2)} and ${mean(of.map((index) => reference[index] ?? 0)).toFixed(2)}`;
    })
    .join('; ');
  const [mine, its] = [mean(score), mean(reference)];
  const unit = `of 1, ${queries.length} queries`;
  return {
    goal: 'rank of what was meant',
    ...{ subject: { name: 'search', amount: mine, unit }, reference: { name: other.name, amount: its, unit } },
    ...{ ratio: mine / its, note },
  };
}

async function scoresOf(queries: readonly Query[], { find }: SearchEngine): Promise<number[]> {
  const scores: number[] = [];
  for (const { text, wanted } of queries) {
    const place = (await find(text)).indexOf(wanted);
    scores.push(place === -1 ? 0 : 1 / (place + 1));
  }
  return scores;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
