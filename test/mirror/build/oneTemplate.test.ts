import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HtmlId, htmlIds } from '../../../mirror/snapshot/address/kinds.ts';
import type { SnapshotParts } from '../../../mirror/snapshot/build/parts.ts';
import { requestFullBuild } from '../../../mirror/snapshot/catalog/progress.ts';
import type { RenderHtml } from '../../../origin/read/pages/page.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';
import { openS3 } from '../../servers/s3/server.ts';
import { objectsOf } from '../../store/objects/kinds.ts';
import { contentsOf, dataOfPages, fingerprints, type Mirrored, openMirroredData } from '../mirrored.ts';
import { openSharedBuilder } from '../shared.ts';
import { faultsIn } from './likeFull.ts';

const kits = 24;

/** A site by the names of the templates that are not the first ones. */
type Templates = Partial<Record<HtmlId, string>>;

/** Such a site as it is built; it can be killed after so many pages, and says which it rendered. */
function siteOf(templates: Templates, { until = Number.POSITIVE_INFINITY, rendered = [] as string[] } = {}) {
  const html: RenderHtml = async (path, data) => {
    if (rendered.length >= until) throw new Error('cut short');
    rendered.push(data.page);
    const name = templates[data.page as HtmlId];
    return name ? JSON.stringify({ [name]: [path, data] }) : dataOfPages(path, data);
  };
  return { html, fingerprints: { ...fingerprints, ...templates } } satisfies Partial<SnapshotParts>;
}

/** The builder that had one fingerprint for all pages. */
function earlierProgram(name: string, until?: number) {
  const { catalog, forms, record, text, archive, program } = fingerprints;
  const all: Templates = Object.fromEntries(htmlIds.map((id) => [id, name]));
  const { html } = siteOf(all, { ...(until !== undefined && { until }) });
  return { html, fingerprints: { catalog, forms, record, text, archive, program, page: name } as typeof fingerprints };
}

describe('after a change of some templates', () => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    for (let number = 0; number < kits; number += 1) await addKit(registry, 'ada', `kit-${number}`, ['ada:one']);
  });
  afterAll(() => registry?.[Symbol.asyncDispose]());

  const built = async (templates: Templates) => {
    await using mirrored = await openMirroredData(registry);
    await (await mirrored.reopened(() => siteOf(templates))).full();
    return contentsOf(mirrored);
  };
  const follow = async (mirrored: Mirrored, site: Partial<SnapshotParts>) =>
    (await mirrored.reopened(() => site)).step();

  it('renders the pages of those alone, and has what a full build has', async () => {
    await using mirrored = await openMirroredData(registry);
    await mirrored.snapshot.step();
    for (const [kind, pages] of [
      ['kitPage', kits],
      ['statsPage', 1],
      ['skillPage', 1],
    ] as const) {
      const rendered: string[] = [];
      expect(await follow(mirrored, siteOf({ [kind]: 'second' }, { rendered }))).toMatchObject({ written: pages });
      expect(rendered).toEqual(Array(pages).fill(kind));
      expect(await contentsOf(mirrored)).toEqual(await built({ [kind]: 'second' }));
      await follow(mirrored, siteOf({}));
    }
  });

  it('goes on after a kill with what is left of them', async () => {
    await using mirrored = await openMirroredData(registry);
    await mirrored.snapshot.step();
    const rendered: string[] = [];
    await expect(follow(mirrored, siteOf({ kitPage: 'second' }, { until: 16 }))).rejects.toThrow('cut short');
    await follow(mirrored, siteOf({ kitPage: 'second' }, { rendered }));
    expect(rendered.length).toBeLessThan(kits);
    expect(await contentsOf(mirrored)).toEqual(await built({ kitPage: 'second' }));
  });

  it.each([8, undefined])(
    'makes all pages again after a program that had one fingerprint for them, cut short at %s',
    async (until) => {
      await using mirrored = await openMirroredData(registry);
      await mirrored.snapshot.step();
      const before = await contentsOf(mirrored);
      await follow(mirrored, earlierProgram('earlier', until)).catch(() => undefined);
      expect(await contentsOf(mirrored)).not.toEqual(before);
      await follow(mirrored, siteOf({}));
      expect(await contentsOf(mirrored)).toEqual(before);
    },
  );

  it('has what a full build has, whichever templates change, and whatever a kill or an earlier program did between', async () => {
    const page = fc.constantFrom<HtmlId>('kitPage', 'skillPage', 'profilePage', 'homePage', 'guidePage');
    const templates = fc.dictionary(page, fc.constantFrom('second', 'third'), { maxKeys: 3, noNullPrototype: true });
    const until = fc.option(fc.nat({ max: 20 }), { nil: undefined });
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('templates'), templates, until }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('earlier'), name: fc.constantFrom('a', 'b'), until }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('asked') }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 5 }), templates, async (actions, last) => {
        await using mirrored = await openMirroredData(registry);
        await mirrored.snapshot.step();
        for (const one of actions) {
          if (!('until' in one)) await mirrored.catalog.write(requestFullBuild);
          else {
            const limit = one.until === undefined ? {} : { until: one.until };
            const site = 'name' in one ? earlierProgram(one.name, one.until) : siteOf(one.templates, limit);
            await follow(mirrored, site).catch((error) => expect(error.message).toBe('cut short'));
          }
        }
        await follow(mirrored, siteOf(last));
        expect(await contentsOf(mirrored)).toEqual(await built(last));
        expect(await faultsIn(mirrored)).toEqual([]);
      }),
      { numRuns: 10 * Number(process.env['THOROUGH'] ?? 1) },
    );
  });

  it.skipIf(!hasPostgres)('does the same in a database and an object store', async () => {
    await using server = await newPostgres();
    const s3 = await openS3();
    const shared = { url: server.url, objects: objectsOf(s3) };
    const open = (...given: Parameters<typeof siteOf>) => openSharedBuilder(registry, shared, siteOf(...given));
    try {
      {
        await using first = await open({});
        await first.snapshot.step();
      }
      {
        await using dying = await open({ kitPage: 'second' }, { until: 16 });
        await expect(dying.snapshot.step()).rejects.toThrow('cut short');
      }
      const rendered: string[] = [];
      await using renewed = await open({ kitPage: 'second' }, { rendered });
      await renewed.snapshot.step();
      expect(new Set(rendered)).toEqual(new Set(['kitPage']));
      expect(rendered.length).toBeLessThan(kits);
      await using whole = await openMirroredData(registry);
      await (await whole.reopened(() => siteOf({ kitPage: 'second' }))).full();
      const sums = async ({ files, entries }: Pick<Mirrored, 'files' | 'entries'>) =>
        (await entries(await files())).map(({ path, sha256 }) => [path, sha256]).sort();
      expect(await sums(renewed)).toEqual(await sums(whole));
    } finally {
      await s3.away();
    }
  });
});
