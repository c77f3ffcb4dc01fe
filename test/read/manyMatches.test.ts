import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';

/** As many matches as are counted, and as a list can be paged through. */
const most = 10_000;

describe.each(engineNames)('listSkills with a text that thousands of skills hold, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;

  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'anna:first');
    await registry.engine.write(async (db) => {
      const { owner_id, latest_version_id } = await db.selectFrom('skills').selectAll().executeTakeFirstOrThrow();
      const copies = Array.from({ length: most }, (_, index) => ({
        ...{ owner_id, latest_version_id, owner_shown: 1 as const, slug: `copy-${index}`, category: 'other' as const },
        ...{ visibility: 'public' as const, version_count: 1, deprecated: 0 as const, install_count: 0 },
        ...{ created_at: index, updated_at: index, name: '', description: '', deprecation_message: '', shard: '' },
        ...{ moderation_status: 'none' as const, is_mirror: 0 as const, mirror_source_url: '', mirror_license: '' },
        ...{ folded: index === 0 ? 'a copy as well' : 'a copy', tokens: ' ', names: ' ' },
      }));
      for (let from = 0; from < most; from += 500)
        await db
          .insertInto('skills')
          .values(copies.slice(from, from + 500))
          .execute();
    });
    // As a database does by itself some time after: until then it takes the list for short.
    await registry.engine.write((db) => sql`analyze`.execute(db));
  }, 180_000);
  afterAll(() => registry[Symbol.asyncDispose]());

  const list = async (query: string) => {
    const { skills, ...page } = await answerOf('listSkills', await registry.get(`/skills?limit=2&${query}`));
    return { ...page, skills: skills.map(({ slug }) => slug) };
  };

  it('counts them all, as far as it can be paged through', async () => {
    expect(await list('q=copy')).toEqual({ total: most, limit: 2, offset: 0, skills: ['copy-9999', 'copy-9998'] });
    expect(await list(`q=copy&offset=${most - 1}`)).toEqual({
      total: most,
      limit: 2,
      offset: 9999,
      skills: ['copy-0'],
    });
  });

  it.each(['o', 'op', 'copy', 'a copy', 'copy&category=other', 'copy&sort=alpha', 'copy&signed=unsigned'])(
    'says of more that there are more: q=%s',
    async (query) => {
      await using _ = await oneMore();
      const { skills, ...page } = await list(`q=${query}`);
      expect(page).toEqual({ total: most, total_is_minimum: true, limit: 2, offset: 0 });
      expect(skills).toHaveLength(2);
    },
  );

  it.each(['copy', 'copy&sort=alpha', 'copy&category=other&signed=unsigned'])(
    'says how many there are on the last page, which shows it: q=%s',
    async (query) => {
      await using _ = await oneMore();
      // Waits for what answers such lists.
      await list('signed=unsigned');
      const { skills, ...page } = await list(`q=${query}&offset=${most}`);
      expect(page).toEqual({ total: most + 1, limit: 2, offset: most });
      expect(skills).toHaveLength(1);
    },
  );

  it('counts few of them, and all without a text, exactly', async () => {
    await using _ = await oneMore();
    expect(await list('q=as well')).toMatchObject({ total: 1, skills: ['copy-0'] });
    const all = await list('');
    expect(all).toMatchObject({ total: most + 1 });
    expect(all).not.toHaveProperty('total_is_minimum');
  });

  it('has what is somebody’s own in its place, and counts it, for them alone', async () => {
    const files = [{ path: 'SKILL.md', text: skillMd('copy-5000a', 'A copy of my own.') }];
    const path = '/skills/anna/copy-5000a/versions';
    await answerOf('publishSkillVersion', await registry.send('POST', path, 'anna', { files, visibility: 'private' }));
    const headers = await registry.as('anna');
    const own = async (query: string) => {
      const { skills, ...page } = await answerOf('listSkills', await registry.get(`/skills?limit=2&${query}`, headers));
      return { ...page, skills: skills.map(({ slug }) => slug) };
    };
    expect(await own('')).toEqual({ total: most + 2, limit: 2, offset: 0, skills: ['copy-5000a', 'copy-9999'] });
    expect(await list('')).toMatchObject({ total: most + 1, skills: ['copy-9999', 'copy-9998'] });
    const before = Array.from({ length: most }, (_, index) => `copy-${index}`).filter((slug) => slug < 'copy-5000a');
    for (const query of ['', 'q=copy&', 'category=other&', 'signed=unsigned&', 'q=copy&signed=unsigned&'])
      expect((await own(`${query}sort=alpha&offset=${before.length - 1}`)).skills, query).toEqual([
        'copy-5000',
        'copy-5000a',
      ]);
    expect(await own(`offset=${most}`)).toMatchObject({ total: most + 2, skills: ['copy-0', 'first'] });
    expect(await own('q=my own')).toMatchObject({ total: 1, skills: ['copy-5000a'] });
    expect(await list('q=my own')).toMatchObject({ total: 0, skills: [] });
    await registry.send('DELETE', '/skills/anna/copy-5000a', 'anna');
  });

  /** `first` holds it too, for a while. */
  async function oneMore(): Promise<AsyncDisposable> {
    const hold = (folded: string) =>
      registry.engine.write((db) =>
        db.updateTable('skills').set({ folded }).where('slug', '=', 'first').executeTakeFirstOrThrow(),
      );
    await hold('again a copy');
    return { [Symbol.asyncDispose]: async () => void (await hold('first')) };
  }
});
