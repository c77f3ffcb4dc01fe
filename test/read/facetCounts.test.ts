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
import { skillPage } from '../../origin/store/skills/listing/skillPages.ts';
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
  folded: fc.constantFrom('reads csv', 'writes csv files', 'makes a pdf'),
});
/** A change of one skill: a new version, or its text alone. */
const change = fc.oneof(skill, fc.record({ folded: skill.map(({ folded }) => folded) }));
const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
const choice = fc.record({
  category: some(facetValues.category),
  needs: some(facetValues.needs),
  signed: some(facetValues.signed),
  verdict: some(facetValues.verdict),
  license: some(facetValues.license),
  tag: fc.option(fc.constantFrom('csv', 'pdf', 'c++', 'none'), { nil: undefined }),
});
const text = fc.constantFrom('c', 'cs', 'CSV', 'csv f', 'pdf', 'none of them');

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
    const listing = new Listing(engine);
    const run = async (before: readonly Row[], after: readonly Change[], chosen: Chosen, held: string) => {
      await engine.write(async (db) => {
        await db.deleteFrom('skills').where('slug', 'like', 'made-%').execute();
        for (const [index, row] of before.entries())
          await db
            .insertInto('skills')
            .values({ ...model, ...rowOf(row), slug: `made-${index}` })
            .execute();
      });
      const view = viewOf(engine, undefined);
      // What is kept from now on has to follow the changes.
      await skillPage({ ...view, listing }, { order: 'alpha', text: held }, { limit: 1, offset: 0 });
      await engine.write(async (db) => {
        for (const [index, row] of after.entries())
          await db.updateTable('skills').set(rowOf(row)).where('slug', '=', `made-${index}`).execute();
      });
      const rows = await listedSkills(view)
        .select([sql<number>`skills.facets`.as('facets'), 'skills.tags', 'skills.folded'])
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
      const met = tagged.filter((row) => meets(row));
      const total = met.length;
      const holding = (those: typeof rows) => those.filter(({ folded }) => folded.includes(held.toLowerCase())).length;
      const part = { limit: 3, offset: 1 };
      const orders = ['new', 'updated', 'installs', 'downloads', 'alpha'] as const;
      for (const asking of [view, { ...view, listing }]) {
        expect(await facetCounts(asking, chosen)).toEqual(counted);
        for (const order of orders)
          expect(await facetPage(asking, chosen, order, part), order).toEqual({
            ...{ total, ids: (await facetPage(view, chosen, order, { limit: 99, offset: 0 })).ids.slice(1, 4) },
          });
        for (const order of orders)
          for (const [narrowed, those] of [[chosen, met] as const, [{}, rows] as const]) {
            const choice = { ...narrowed, order, text: held };
            const all = await skillPage(view, choice, { limit: 99, offset: 0 });
            const total = holding(those);
            expect(all.skills, order).toHaveLength(total);
            expect(await skillPage(asking, choice, part), order).toEqual({ total, skills: all.skills.slice(1, 4) });
          }
      }
    };
    const skills = fc.array(skill, { maxLength: 8 });
    await fc.assert(fc.asyncProperty(skills, fc.array(change, { maxLength: 8 }), choice, text, run), { numRuns: 40 });
  });

  it('are those of pages: a value leads to as many skills as it says', async () => {
    const { total } = await answerOf('listSkills', await registry.get('/skills?verdict=clean'));
    const { verdict } = await facetCounts(viewOf(registry.engine, undefined), {});
    expect(verdict.find(({ value }) => value === 'clean')?.total).toBe(total);
  });
});

type Row = typeof skill extends fc.Arbitrary<infer T> ? T : never;
type Change = Row | Pick<Row, 'folded'>;

function rowOf(change: Change): Partial<SkillRow> {
  if (!('needs' in change)) return change;
  const { needs, license, tags, ...row } = change;
  const traits = [...needs.map((each) => bitOf('needs', each)), bitOf('license', license)];
  return { ...row, traits: traits.reduce((a, b) => a + b, 0), tags: JSON.stringify(tags) } as Partial<SkillRow>;
}
