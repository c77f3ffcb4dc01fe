import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { addKit, addTeam, follow, install } from '../scene.ts';
import { describePerson, moderate } from '../store/rows.ts';

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let start: number;

  beforeAll(async () => {
    registry = await openRegistry(name);
    start = registry.clock.now;
    for (const handle of ['anna', 'bob', 'carl', 'dora', 'mallory']) {
      await registry.as(handle);
      registry.clock.now += 10;
    }
    await published(registry, 'anna:pdf', undefined, { category: 'documents' });
    await published(registry, 'anna:charts', undefined, { category: 'data' });
    await published(registry, 'anna:diary', undefined, { category: 'health', visibility: 'private' });
    await published(registry, 'bob:tables', undefined, { category: 'data' });
    await published(registry, 'carl:diary', undefined, { visibility: 'private' });
    await published(registry, 'mallory:bad');
    await addKit(registry, 'anna', 'tools', []);
    await addKit(registry, 'anna', 'at-home', [], 'private');
    await describePerson(registry, 'anna', {
      display_name: 'Änna A.',
      bio: 'Reads 100% of files.',
    });
    for (const follower of ['dora', 'mallory', 'carl', 'anna']) {
      registry.clock.now += 10;
      await follow(registry, follower, 'bob');
    }
    await follow(registry, 'dora', 'anna');
    await install(registry, 'bob', 'anna:pdf');
    await install(registry, 'carl', 'anna:pdf');
    await install(registry, 'anna', 'anna:diary');
    await addTeam(registry, 'crew', { bob: 'member', anna: 'owner' });
    await moderate(registry, 'mallory', 'suspend');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  describe('listPeople', () => {
    const list = async (query = '') => answerOf('listPeople', await registry.get(`/discover/people${query}`));
    const handles = async (query = '') => (await list(query)).people.map((person) => person.handle);

    it('answers a page of people, each with what they published in public', async () => {
      expect(await list('?q=anna')).toEqual({
        people: [
          {
            handle: 'anna',
            name: 'Änna A.',
            bio: 'Reads 100% of files.',
            avatar_url: 'http://mirror.test/anna.png',
            kind: 'user',
            followers: 1,
            public_skills: 2,
            kits: 1,
            categories: ['data', 'documents'],
            created_at: start,
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
      });
    });

    it('has only people who have published something that is public', async () => {
      expect(await handles('?sort=alpha')).toEqual(['anna', 'bob']);
    });

    it('is sorted by followers, unless by age or by handle', async () => {
      expect(await handles()).toEqual(['bob', 'anna']);
      expect(await handles('?sort=followers')).toEqual(['bob', 'anna']);
      expect(await handles('?sort=new')).toEqual(['bob', 'anna']);
      expect(await handles('?sort=alpha')).toEqual(['anna', 'bob']);
    });

    it.each(['followers', 'new', 'alpha'])(
      'names each once on pages sorted by %s, whatever they published',
      async (sort) => {
        const all = await handles(`?sort=${sort}`);
        const pages = await Promise.all(all.map((_, offset) => handles(`?sort=${sort}&limit=1&offset=${offset}`)));
        expect(pages.flat()).toEqual(all);
      },
    );

    it.each([
      ['BOB', ['bob']],
      ['änna a', ['anna']],
      ['100%', ['anna']],
      ['tables', []],
      ['dora', []],
    ])('finds %j in handle, name and bio', async (q, expected) => {
      expect(await handles(`?q=${encodeURIComponent(q)}`)).toEqual(expected);
    });

    it('narrows to who published in a category', async () => {
      expect(await handles('?category=documents')).toEqual(['anna']);
      expect(await handles('?category=data,nonsense&sort=alpha')).toEqual(['anna', 'bob']);
      expect(await handles('?category=health')).toEqual([]);
      expect(await list('?category=nonsense')).toEqual({ people: [], total: 0, limit: 50, offset: 0 });
    });
  });

  describe('getProfile', () => {
    const profile = async (handle: string, headers = {}) =>
      answerOf('getProfile', await registry.get(`/profiles/${handle}`, headers));

    it('answers the person with every public skill, the newest first', async () => {
      const { skills } = await answerOf('listSkills', await registry.get('/skills'));
      expect(await profile('anna')).toEqual({
        handle: 'anna',
        displayName: 'Änna A.',
        bio: 'Reads 100% of files.',
        avatarUrl: 'http://mirror.test/anna.png',
        kind: 'user',
        followers: 1,
        following: 1,
        totalInstalls: 2,
        skills: skills.filter((skill) => skill.author === 'anna'),
        publicKey: '',
        createdAt: start,
      });
      expect((await profile('anna')).skills.map((skill) => skill.slug)).toEqual(['charts', 'pdf']);
    });

    it('shows its owner their private skills and what those add', async () => {
      const { skills, totalInstalls } = await profile('anna', await registry.as('anna'));
      expect([skills.map((skill) => skill.slug), totalInstalls]).toEqual([['diary', 'charts', 'pdf'], 3]);
    });

    it('is there for who published nothing', async () => {
      expect(await profile('dora')).toMatchObject({
        handle: 'dora',
        displayName: 'dora',
        skills: [],
        totalInstalls: 0,
        following: 2,
      });
    });

    it('of a team names its members', async () => {
      const { kind, members } = await profile('crew');
      expect([kind, members?.map((member) => member.handle)]).toEqual(['team', ['anna', 'bob']]);
      expect(members?.[0]).toEqual({ handle: 'anna', name: 'Änna A.', avatar_url: 'http://mirror.test/anna.png' });
    });

    it('is missing for suspended and unknown handles, and refuses what can’t be one', async () => {
      for (const handle of ['mallory', 'nobody'])
        expect(await refused(await registry.get(`/profiles/${handle}`))).toBe('404 profile_not_found');
      for (const handle of ['Anna', '-a', 'a.b', 'a'.repeat(40)])
        expect(await refused(await registry.get(`/profiles/${handle}`))).toBe('400 invalid_parameter');
    });
  });

  describe('listFollowers and listFollowing', () => {
    it('name who follows, the newest first, without who is suspended', async () => {
      const { items, total } = await answerOf('listFollowers', await registry.get('/profiles/bob/followers'));
      expect([items.map((item) => item.handle), total]).toEqual([['anna', 'carl', 'dora'], 3]);
      expect(items[0]).toEqual({ handle: 'anna', name: 'Änna A.', avatar_url: 'http://mirror.test/anna.png' });
    });

    it('name who is followed', async () => {
      const { items, total } = await answerOf('listFollowing', await registry.get('/profiles/dora/following'));
      expect([items.map((item) => item.handle), total]).toEqual([['anna', 'bob'], 2]);
      const none = await answerOf('listFollowing', await registry.get('/profiles/bob/following'));
      expect(none).toEqual({ items: [], total: 0 });
    });

    it('are missing for suspended and unknown handles', async () => {
      for (const handle of ['mallory', 'nobody'])
        for (const side of ['followers', 'following'])
          expect(await refused(await registry.get(`/profiles/${handle}/${side}`))).toBe('404 profile_not_found');
    });
  });
});
