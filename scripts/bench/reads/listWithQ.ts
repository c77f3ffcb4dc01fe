/** The list by a substring, with its total, compared with the same query by LIKE instead of the index. */
import { sql } from 'kysely';
import type { Input } from '../../../origin/contract/operations.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { listed } from '../../../origin/store/schema/indexing.ts';
import type { Text } from '../../../origin/store/view.ts';
import { drawsFrom } from '../catalog/random.ts';
import { takeTurns, timesAsFast } from '../figures.ts';
import { answerTo, readingOf } from '../reading.ts';
import type { Measure } from '../run.ts';
import { piecesOf, someSkills } from '../words.ts';

const queries = 200;

export const listWithQ: Measure = async ({ catalog }) => {
  const { open } = await catalog();
  const engine = await open();
  const draw = drawsFrom(2);
  const pieces = piecesOf(await someSkills(engine, draw, queries), draw);
  const asking = (text: Text) => {
    const reading = readingOf(engine, text);
    return (call: number) => {
      const input = { limit: 50, offset: 0, q: pieces[call % queries], category: undefined, sort: undefined };
      return answerTo(reading, 'listSkills', input as Input<'listSkills'>);
    };
  };
  const { subject, reference } = await takeTurns(
    { name: 'list with q and total', work: asking(engine) },
    { name: 'LIKE on the same rows', work: asking({ ...engine, containing: like }) },
    { rounds: 20, calls: queries / 20 },
  );
  await engine.close();
  return [{ goal: 'list with q', subject, reference, ratio: timesAsFast(subject, reference) }];
};

const like: Engine['containing'] = (source, text, some) => sql`(select id from skills
  where folded like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'
    ${source === 'listed' ? sql`and ${sql.raw(listed('skills'))}` : sql``}
    ${some?.of === 'any' ? sql`limit ${sql.lit(some.count)}` : sql``})`;
