/** Pages of the list of skills, by category, order and offset. */
import { Category, limits } from '../../../origin/contract/fields.ts';
import type { Input } from '../../../origin/contract/operations.ts';
import { drawsFrom, pick } from '../catalog/random.ts';
import { timed, timesOf } from '../figures.ts';
import { answerTo, readingOf } from '../reading.ts';
import type { Measure } from '../run.ts';

const calls = 2000;

export const list: Measure = async ({ catalog }) => {
  const { skills, open } = await catalog();
  const engine = await open();
  const reading = readingOf(engine);
  const inputs = listInputs(Math.min(skills, limits.offset));
  const work = (call: number) => answerTo(reading, 'listSkills', inputs[call % inputs.length] as Input<'listSkills'>);
  await timesOf(work, calls / 10);
  const subject = timed('pages by category, sort and offset', await timesOf(work, calls));
  await engine.close();
  return [{ goal: 'list', subject }];
};

function listInputs(deepest: number): Input<'listSkills'>[] {
  const draw = drawsFrom(1);
  return Array.from({ length: calls }, () => ({
    limit: pick(draw, [20, 50, 100]),
    offset: pick(draw, [0, 0, 20, 500, Math.floor(draw() * deepest)]),
    q: undefined,
    sort: pick(draw, ['new', 'alpha'] as const),
    category: pick(draw, [undefined, [pick(draw, Category.options)], ['coding', 'data', 'other'] as const]),
  })) as Input<'listSkills'>[];
}
