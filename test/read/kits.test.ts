import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit } from '../scene.ts';
import { describeKit, moderate, pin, quarantine } from '../store/rows.ts';

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let [first, second] = ['', ''];
  let created: number;

  beforeAll(async () => {
    registry = await openRegistry(name);
    first = (await published(registry, 'anna:pdf')).hash;
    second = (await published(registry, 'anna:pdf', { 'SKILL.md': skillMd('pdf', 'Newer.') })).hash;
    await published(registry, 'bob:sums');
    await published(registry, 'anna:secret', undefined, { visibility: 'private' });
    created = registry.clock.now;
    const paper = await addKit(registry, 'anna', 'paper', ['anna:pdf', 'anna:secret', 'bob:sums']);
    await describeKit(registry, paper, {
      name: 'Paper work',
      description: 'PDF and more.',
      category: 'documents',
      subscriber_count: 2,
    });
    await pin(registry, paper, 'anna:pdf', first);
    registry.clock.now += 10;
    const numbers = await addKit(registry, 'bob', 'numbers', ['bob:sums', 'anna:pdf']);
    await describeKit(registry, numbers, { category: 'data', subscriber_count: 7 });
    await addKit(registry, 'anna', 'at-home', ['bob:sums'], 'private');
    await addKit(registry, 'mallory', 'bad', ['bob:sums']);
    await moderate(registry, 'mallory', 'suspend');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const kit = async (path: string, headers = {}) =>
    answerOf('getKitByHandle', await registry.get(`/kits/by-handle/${path}`, headers));
  const list = async (query = '') => answerOf('listKits', await registry.get(`/discover/kits${query}`));
  const ids = async (query = '') => (await list(query)).kits.map((kit) => kit.id);

  describe('getKitByHandle', () => {
    it('answers the kit with its members, pinned and following, as a skill summary each', async () => {
      const { skills } = await answerOf('listSkills', await registry.get('/skills'));
      const [pdf, sums] = ['pdf', 'sums'].map((slug) => skills.find((skill) => skill.slug === slug));
      expect(await kit('anna/paper')).toEqual({
        id: 'anna/paper',
        owner: 'anna',
        slug: 'paper',
        name: 'Paper work',
        description: 'PDF and more.',
        skill_count: 2,
        subscriber_count: 2,
        category: 'documents',
        version: 3,
        visibility: 'public',
        created_at: created,
        updated_at: created,
        skills: [
          { skill_id: 'anna:pdf', hash: first, version_label: 'v1', pinned: true, skill: pdf },
          { skill_id: 'bob:sums', hash: sums?.latest_hash, version_label: 'v1', pinned: false, skill: sums },
        ],
      });
      expect(pdf?.latest_hash).toBe(second);
    });

    it('shows its owner the private members too', async () => {
      const { skills, skill_count } = await kit('anna/paper', await registry.as('anna'));
      expect([skill_count, skills.map((member) => member.skill_id)]).toEqual([
        3,
        ['anna:pdf', 'bob:sums', 'anna:secret'],
      ]);
    });

    it('is missing where it is private, of a suspended owner, or not there', async () => {
      for (const path of ['anna/at-home', 'mallory/bad', 'anna/none', 'nobody/paper'])
        expect(await refused(await registry.get(`/kits/by-handle/${path}`))).toBe('404 kit_not_found');
      expect((await kit('anna/at-home', await registry.as('anna'))).visibility).toBe('private');
      expect(await refused(await registry.get('/kits/by-handle/anna/at-home', await registry.as('bob')))).toBe(
        '404 kit_not_found',
      );
    });

    it('refuses names outside the grammar', async () => {
      for (const path of ['Anna/paper', 'anna/Paper', `anna/${'a'.repeat(64)}`])
        expect(await refused(await registry.get(`/kits/by-handle/${path}`))).toBe('400 invalid_parameter');
    });

    it('leaves out a member whose pinned version is quarantined or withdrawn, rather than follow another', async () => {
      const bad = await published(registry, 'carl:pinned', { 'SKILL.md': skillMd('pinned', 'One.') });
      const gone = await published(registry, 'carl:pinned', { 'SKILL.md': skillMd('pinned', 'Two.') });
      await published(registry, 'carl:pinned', { 'SKILL.md': skillMd('pinned', 'Three.') });
      for (const [slug, version] of [
        ['with-bad', bad],
        ['with-gone', gone],
      ] as const) {
        const id = await addKit(registry, 'carl', slug, ['carl:pinned', 'bob:sums']);
        await pin(registry, id, 'carl:pinned', version.hash);
      }
      expect((await kit('carl/with-bad')).skills).toHaveLength(2);
      await quarantine(registry, 'carl:pinned', bad.hash);
      await registry.send('DELETE', `/skills/carl/pinned/versions/${gone.hash}`, 'carl');
      for (const slug of ['with-bad', 'with-gone']) {
        const { skills, skill_count } = await kit(`carl/${slug}`);
        expect([skill_count, skills.map((member) => member.skill_id)]).toEqual([1, ['bob:sums']]);
      }
    });
  });

  describe('listKits', () => {
    it('answers a page of summaries, the newest first', async () => {
      const page = await list('?category=documents,data');
      expect(page).toMatchObject({ total: 2, limit: 50, offset: 0 });
      expect(page.kits.map((kit) => [kit.id, kit.skill_count, kit.subscriber_count])).toEqual([
        ['bob/numbers', 2, 7],
        ['anna/paper', 2, 2],
      ]);
      expect(await ids('?category=documents,data&sort=alpha')).toEqual(['bob/numbers', 'anna/paper']);
    });

    it('has neither private kits nor those of suspended owners', async () => {
      expect(await ids('?q=at-home')).toEqual([]);
      expect(await ids('?q=bad&category=other')).not.toContain('mallory/bad');
    });

    it.each([
      ['PAPER', ['anna/paper']],
      ['pdf and', ['anna/paper']],
      ['and more.', ['anna/paper']],
      ['the numbers kit', ['bob/numbers']],
      ['nothing', []],
    ])('finds %j in name and description', async (q, expected) => {
      expect(await ids(`?q=${encodeURIComponent(q)}`)).toEqual(expected);
    });

    it('narrows to known categories, and to nothing where all are unknown', async () => {
      expect(await ids('?category=data,nonsense')).toEqual(['bob/numbers']);
      expect(await list('?category=nonsense')).toEqual({ kits: [], total: 0, limit: 50, offset: 0 });
    });
  });

  describe('listKitsForSkill', () => {
    const kitsOf = async (path: string, headers = {}) =>
      (await answerOf('listKitsForSkill', await registry.get(`/skills/${path}/kits`, headers))).kits;

    it('names the public kits that contain the skill, the most subscribed first', async () => {
      expect((await kitsOf('anna/pdf')).map((kit) => kit.id)).toEqual(['bob/numbers', 'anna/paper']);
      const { kits } = await list('?category=data');
      expect((await kitsOf('anna/pdf'))[0]).toEqual(kits[0]);
    });

    it('leaves out private kits and those of suspended owners', async () => {
      const named = async (headers = {}) => (await kitsOf('bob/sums', headers)).map((kit) => kit.id);
      expect(await named()).not.toContain('anna/at-home');
      expect(await named()).not.toContain('mallory/bad');
      expect(await named(await registry.as('anna'))).toContain('anna/at-home');
    });

    it('answers page by page, and says how many there are', async () => {
      const page = async (query: string) =>
        answerOf('listKitsForSkill', await registry.get(`/skills/anna/pdf/kits${query}`));
      expect(await page('')).toMatchObject({ total: 2, limit: 50, offset: 0 });
      const [first, second] = [await page('?limit=1'), await page('?limit=1&offset=1')];
      expect([first.kits, second.kits].flat().map((kit) => kit.id)).toEqual(['bob/numbers', 'anna/paper']);
      expect([first.total, second.total, second.limit, second.offset]).toEqual([2, 2, 1, 1]);
      expect((await page('?offset=2')).kits).toEqual([]);
      const refusals = ['?limit=x', '?offset=10001'].map(async (query) =>
        refused(await registry.get(`/skills/anna/pdf/kits${query}`)),
      );
      expect(await Promise.all(refusals)).toEqual(['400 invalid_parameter', '400 offset_too_deep']);
    });

    it('is empty for a skill in no kit, and missing for a skill nobody sees', async () => {
      await published(registry, 'anna:alone');
      expect(await kitsOf('anna/alone')).toEqual([]);
      for (const path of ['anna/secret', 'anna/none'])
        expect(await refused(await registry.get(`/skills/${path}/kits`))).toBe('404 skill_not_found');
    });
  });
});
