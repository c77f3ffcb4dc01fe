/** Pages of the site's list of skills with their counts, by facets, tag, order and offset. */
import type { PageInput } from '../../../origin/contract/pages.ts';
import { facets, facetValues } from '../../../origin/contract/subjects/facets.ts';
import { skillsPage } from '../../../origin/read/pages/html/skillsPage.ts';
import type { PageReading } from '../../../origin/read/pages/page.ts';
import { type Draw, drawsFrom, pick } from '../catalog/random.ts';
import { timed, timesOf } from '../figures.ts';
import { readingOf } from '../reading.ts';
import type { Measure } from '../run.ts';

const calls = 400;

export const facetList: Measure = async ({ catalog }) => {
  const { open } = await catalog();
  const engine = await open();
  const reading = { ...readingOf(engine), html: async () => '' } as unknown as PageReading;
  const draw = drawsFrom(11);
  const rows = await engine.db.selectFrom('skill_tags').select('tag').distinct().limit(400).execute();
  const tags = rows.map(({ tag }) => tag);
  const inputs = Array.from({ length: calls }, () => chosen(draw, tags));
  const work = (call: number) => skillsPage(reading, inputs[call % calls] as PageInput<'skillsPage'>);
  await timesOf(work, calls / 4);
  const subject = timed('pages with counts, by facets, tag, order and offset', await timesOf(work, calls * 3));
  await engine.close();
  return [{ goal: 'list with facets', subject }];
};

const chosen = (draw: Draw, tags: readonly string[]) => ({
  ...Object.fromEntries(facets.flatMap((facet) => (draw() < 0.4 ? [[facet, pick(draw, facetValues[facet])]] : []))),
  ...(tags.length > 0 && draw() < 0.2 && { tag: pick(draw, tags) }),
  sort: pick(draw, ['new', 'updated', 'installs', 'downloads', 'alpha'] as const),
  offset: draw() < 0.1 ? 480 : 0,
});
