import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facets, facetValues } from '../../origin/contract/subjects/facets.ts';
import { bitOf } from '../../origin/store/schema/facets.ts';
import type { SkillRow } from '../../origin/store/schema/tables.ts';
import { facetPage } from '../../origin/store/skills/listing/facetPages.ts';
import { facetCounts } from '../../origin/store/skills/listing/facets.ts';
import type { Chosen } from '../../origin/store/skills/listing/facetTally.ts';
import { Listing } from '../../origin/store/skills/listing/listing.ts';
import { listedSkills, viewOf } from '../../origin/store/view.ts';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { copyOf } from '../store/rows.ts';

const skill = fc.record({
  category: fc.constantFrom(...facetValues.category),
  signature_status: fc.constantFrom('verified', 'mirrored', 'unsigned', 'key_revoked'),
  scan_status: fc.constantFrom('clean', 'flagged', 'unscanned'),
  visibility: fc.constantFrom('public', 'public', 'private'),
  moderation_status: fc.constantFrom('none', 'none', 'warned', 'hidden'),
  needs: fc.subarray([...facetValues.needs]),
  license: fc.constantFrom(...facetValues.license),
  tags: fc.subarray(['csv', 'pdf', 'c++']),
  install_count: fc.nat(3),
  downloads_7d: fc.nat(3),
});
const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
const choice = fc.record({
  category: some(facetValues.category),
  needs: some(facetValues.needs),
  signed: some(facetValues.signed),
  verdict: some(facetValues.verdict),
  license: some(facetValues.license),
  tag: fc.option(fc.constantFrom('csv', 'pdf', 'c++', 'none'), { nil: undefined }),
});

describe.each(engineNames)('facets on %s: counts', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'ada:model');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('and pages are what a look at the skills one by one gives, after any of them came, changed and went', async () => {
    const { engine } = registry;
    const model = await copyOf(engine.db, 'model');
    const listing = new Listing(engine.db);
    const run = async (before: readonly Row[], after: readonly Row[], chosen: Chosen) => {
      await engine.write(async (db) => {
        await db.deleteFrom('skills').where('slug', 'like', 'made-%').execute();
        for (const [index, row] of before.entries())
          await db
            .insertInto('skills')
            .values({ ...model, ...rowOf(row), slug: `made-${index}` })
            .execute();
        for (const [index, row] of after.entries())
          await db.updateTable('skills').set(rowOf(row)).where('slug', '=', `made-${index}`).execute();
      });
      const view = viewOf(engine, undefined);
      const rows = await listedSkills(view)
        .select([sql<number>`skills.facets`.as('facets'), 'skills.tags'])
        .execute();
      const tagged = rows.filter(({ tags }) => !chosen.tag || (JSON.parse(tags) as string[]).includes(chosen.tag));
      const has = (row: { facets: number }, facet: (typeof facets)[number], values: readonly string[]) =>
        values.some((value) => (BigInt(row.facets) & BigInt(bitOf(facet, value as never))) !== 0n);
      const meets = (row: { facets: number }, but?: string) =>
        facets.every((facet) => facet === but || !chosen[facet] || has(row, facet, chosen[facet]));
      const counted = Object.fromEntries(
        facets.map((facet) => [
          facet,
          facetValues[facet]
            .map((value) => ({
              value,
              total: tagged.filter((row) => meets(row, facet) && has(row, facet, [value])).length,
            }))
            .filter(
              ({ value, total }) => total > 0 || (chosen[facet] as readonly string[] | undefined)?.includes(value),
            ),
        ]),
      );
      const total = tagged.filter((row) => meets(row)).length;
      const part = { limit: 3, offset: 1 };
      const orders = ['new', 'updated', 'installs', 'downloads', 'alpha'] as const;
      for (const asking of [view, { ...view, listing }]) {
        expect(await facetCounts(asking, chosen)).toEqual(counted);
        for (const order of orders)
          expect(await facetPage(asking, chosen, order, part), order).toEqual({
            ...{ total, ids: (await facetPage(view, chosen, order, { limit: 99, offset: 0 })).ids.slice(1, 4) },
          });
      }
    };
    const skills = fc.array(skill, { maxLength: 8 });
    await fc.assert(fc.asyncProperty(skills, skills, choice, run), { numRuns: 40 });
  });

  it('are those of pages: a value leads to as many skills as it says', async () => {
    const { total } = await answerOf('listSkills', await registry.get('/skills?verdict=clean'));
    const { verdict } = await facetCounts(viewOf(registry.engine, undefined), {});
    expect(verdict.find(({ value }) => value === 'clean')?.total).toBe(total);
  });
});

type Row = typeof skill extends fc.Arbitrary<infer T> ? T : never;

const rowOf = ({ needs, license, tags, ...row }: Row) =>
  ({
    ...row,
    traits: [...needs.map((each) => bitOf('needs', each)), bitOf('license', license)].reduce((a, b) => a + b, 0),
    tags: JSON.stringify(tags),
  }) as Partial<SkillRow>;
