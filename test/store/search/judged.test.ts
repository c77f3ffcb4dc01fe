import { expect, it } from 'vitest';
import { rankedSkills } from '../../../origin/store/search/search.ts';
import { understand } from '../../../origin/store/search/understood.ts';
import { viewOf } from '../../../origin/store/view.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { publishAll, queries, scoresOf } from './judged/judged.ts';
import { fts5, miniSearch } from './judged/others.ts';

const show = process.env['SHOW_MISSED'] ? console.log : () => undefined;

it.each(engineNames)('finds on %s', async (name) => {
  const engine = await openEngine(name);
  await publishAll(engine);
  const view = viewOf(engine);
  const ours = async (query: string) => {
    const asked = await understand(view, query);
    if (process.env['DEBUG_Q'] === query && asked)
      console.log(
        JSON.stringify(asked.groups),
        (await rankedSkills(view, asked, 5)).map(({ skill, score }) => [skill.slug, score]),
      );
    return asked ? (await rankedSkills(view, asked, 5)).map(({ skill }) => skill) : [];
  };
  const scores = await scoresOf(ours, (query, found) =>
    show(query.kind, '|', query.text, '|', query.accepted.join(' '), '|', found.join(' ')),
  );
  const mini = await scoresOf(miniSearch());
  const bm25 = await scoresOf(await fts5());
  for (const [kind, score] of scores) console.log(kind, score, mini.get(kind), bm25.get(kind));
  expect(queries.length).toBe(300);
  await engine.close();
});
