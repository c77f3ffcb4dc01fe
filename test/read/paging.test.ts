import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../origin/contract/operations.ts';
import { answerOf, published, refusalOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { addKit, follow } from '../scene.ts';

/** Every list that is paged, with the key of its items. Three things are in each. */
const lists = [
  ['listSkills', '/skills', 'skills'],
  ['listKits', '/discover/kits', 'kits'],
  ['listPeople', '/discover/people', 'people'],
  ['listActivity', '/discover/feed', 'items'],
  ['listFollowers', '/profiles/anna/followers', 'items'],
  ['listFollowing', '/profiles/anna/following', 'items'],
] as const satisfies [OperationId, string, string][];
type Page = { total: number; limit?: number; offset?: number } & Record<string, unknown[]>;

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;

  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['anna', 'bob', 'carl', 'dora']) await registry.as(handle);
    for (const handle of ['bob', 'carl', 'dora']) {
      await published(registry, `${handle}:skill-of-${handle}`);
      await addKit(registry, handle, 'tools', []);
      await follow(registry, handle, 'anna');
      await follow(registry, 'anna', handle);
    }
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  describe.each(lists)('%s', (id, path, key) => {
    const read = async (query: string): Promise<Page> =>
      (await answerOf(id, await registry.get(`${path}?${query}`))) as unknown as Page;
    const items = async (query: string) => (await read(query))[key] ?? [];

    it('hands out the same items in pages as at once', async () => {
      const all = await items('');
      const pages = await Promise.all(all.map((_, offset) => items(`limit=1&offset=${offset}`)));
      expect(all.length).toBeGreaterThanOrEqual(3);
      expect(pages.flat()).toEqual(all);
      expect(new Set(all.map((item) => JSON.stringify(item))).size).toBe(all.length);
    });

    it('counts the same total on every page', async () => {
      const { total } = await read('');
      for (const query of ['limit=1', 'offset=2', 'offset=9999']) expect((await read(query)).total).toBe(total);
      expect(total).toBe((await items('limit=100')).length);
    });

    it('has one item at least and a hundred at most, fifty by default', async () => {
      for (const limit of ['0', '-7', '1']) expect(await items(`limit=${limit}`)).toHaveLength(1);
      const shown = async (query: string) => (await read(query)).limit ?? 'unsaid';
      expect(['50', 'unsaid']).toContain(String(await shown('')));
      expect([100, 'unsaid']).toContain(await shown('limit=1000'));
      expect([100, 'unsaid']).toContain(await shown('limit=99999999999999999999'));
    });

    it('begins at the start for an offset below it', async () => {
      expect(await read('offset=-5')).toEqual(await read('offset=0'));
    });

    it('refuses what isn’t a whole number', async () => {
      for (const query of ['limit=x', 'limit=', 'limit=1.5', 'limit=1e2', 'limit=0x10', 'offset=a', 'offset=%201']) {
        const refusal = await refusalOf(await registry.get(`${path}?${query}`));
        expect([refusal.code, refusal['parameter']]).toEqual(['invalid_parameter', query.split('=')[0]]);
      }
    });

    it('refuses an offset over 10,000 and says how else to walk everything', async () => {
      expect(await items('offset=10000')).toEqual([]);
      for (const offset of ['10001', '99999999999999999999']) {
        const { code, message } = await refusalOf(await registry.get(`${path}?offset=${offset}`));
        expect(code).toBe('offset_too_deep');
        expect(message).toMatch(/\/discover\/feed.*\/sitemap\.xml/);
      }
    });

    it('ignores parameters it doesn’t know', async () => {
      expect(await read('nonsense=1&page=2&__proto__=x&limit=2')).toEqual(await read('limit=2'));
    });
  });

  it('the envelope of a list says its limit and offset, where SPEC.md names them', async () => {
    for (const [id, path, key] of lists.slice(0, 4)) {
      const page = await answerOf(id, await registry.get(`${path}?limit=2&offset=1`));
      expect(page).toMatchObject({ limit: 2, offset: 1 });
      expect(Object.keys(page)).toEqual([key, 'total', 'limit', 'offset']);
    }
    for (const [id, path] of lists.slice(4))
      expect(Object.keys(await answerOf(id, await registry.get(path)))).toEqual(['items', 'total']);
  });

  it('the orders of each list are those of SPEC.md', async () => {
    const status = async (path: string) => (await registry.get(path)).status;
    for (const path of ['/skills', '/discover/kits', '/discover/people']) {
      expect(await status(`${path}?sort=new`)).toBe(200);
      expect(await status(`${path}?sort=alpha`)).toBe(200);
      expect(await refused(await registry.get(`${path}?sort=oldest`))).toBe('400 invalid_parameter');
    }
    expect(await status('/discover/people?sort=followers')).toBe(200);
    expect(await refused(await registry.get('/discover/kits?sort=followers'))).toBe('400 invalid_parameter');
  });
});
