import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { entitySkillsAtOnce } from '../../../origin/contract/pages.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { addKit, suspend } from '../../scene.ts';
import { isThorough, times } from '../../thoroughness.ts';
import { crashing, dyingAfter } from '../dying.ts';
import { type Mirrored, openMirroredData, urlsOf } from '../mirrored.ts';
import { action, actor, opening } from '../publicLife.ts';

const caches = [{ name: 'a cache', takedownsOnly: false }];

/** What no file holds. */
const onDemand = [
  '/api/v1/skills?limit=3',
  '/api/v1/skills?q=alpha',
  '/api/v1/search?q=one',
  '/api/v1/search?q=curie&types=people',
  '/api/v1/discover/feed?limit=5',
  '/api/v1/discover/people?sort=alpha',
  '/api/v1/discover/kits?q=a',
  '/api/v1/profiles/ada/followers?limit=1',
  '/ada/followers',
  '/ada/one.rss',
  '/ada/one.svg',
  '/search?q=one',
];

/** A cache that keeps every answer until a tag of it is purged, and takes all it has not from the mirror at once. */
function cacheBefore({ mirror, catalog, files }: Mirrored) {
  const kept = new Map<string, { status: number; body: string; tags: string[] }>();
  const ask = async (url: string) => {
    const response = await mirror.request(url);
    const tags = response.headers.get('surrogate-key')?.split(' ') ?? [];
    return { status: response.status, body: await response.text(), tags };
  };
  return {
    fill: async (more: string[] = []) => {
      const urls = [
        ...more,
        ...(await files()).filter((file) => !/^(?:_astro|docs)\//.test(file)).flatMap(urlsOf),
        ...onDemand,
      ];
      for (const url of new Set([...urls, ...kept.keys()])) {
        const answer = kept.get(url) ?? (await ask(url));
        if (answer.status < 500) kept.set(url, answer);
      }
      for (const url of urls)
        if (!kept.get(url)?.tags.length && addressable(url)) throw new Error(`${url} has no tag.`);
    },
    purge: async () => {
      const { rows } = await sql<{ tag: string }>`select tag from snapshot_purges`.execute(catalog.db);
      const tags = new Set(rows.map(({ tag }) => tag));
      for (const [url, { tags: own }] of kept) if (own.some((tag) => tags.has(tag))) kept.delete(url);
      await catalog.write((db) => sql`delete from snapshot_purges`.execute(db));
      return tags;
    },
    stale: async () => {
      const found: string[] = [];
      for (const [url, { status, body }] of kept) {
        const now = await ask(url);
        if (now.status !== status || now.body !== body) found.push(`${url} ${status} → ${now.status}`);
      }
      return found;
    },
  };
}

/** Files that pages load are told apart by their content, or replaced with a full build. */
const addressable = (url: string) => !/^\/[\w.-]+\.(?:svg|png|ico)$/.test(url);

describe('a cache in front of the mirror', () => {
  it('has nothing but what the mirror answers once it dropped what a step names, whatever people do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 10 }), async (story) => {
        await using registry = await openRegistry();
        await using mirrored = await openMirroredData(registry, { cdn: 'fastly', caches });
        const act = actor(registry);
        for (const one of opening) await act(one);
        await mirrored.snapshot.step();
        const cache = cacheBefore(mirrored);
        await cache.purge();
        await cache.fill();
        for (const one of story) {
          await act(one);
          await mirrored.snapshot.step();
          await cache.purge();
          expect(await cache.stale(), JSON.stringify(one)).toEqual([]);
          await cache.fill();
        }
      }),
      { numRuns: times(2) },
    );
  });

  it('has it of a profile and a kit with more skills than a file lists too, on either side of that bound', async () => {
    await using registry = await openRegistry();
    const add = (n: number, text = '') =>
      registry.publish('ada', `skill-${n}`, { 'SKILL.md': `${skillMd(`skill-${n}`)}${text}` });
    for (let n = 0; n <= entitySkillsAtOnce; n += 1) await add(n);
    const ids = Array.from({ length: entitySkillsAtOnce + 1 }, (_, n) => `ada:skill-${n}`);
    await addKit(registry, 'bob', 'tools', ids);
    await using mirrored = await openMirroredData(registry, { cdn: 'fastly', caches });
    await mirrored.snapshot.step();
    const cache = cacheBefore(mirrored);
    const offset = `offset=${entitySkillsAtOnce}`;
    const asked = [
      ...['/api/v1/profiles/ada', '/api/v1/kits/by-handle/bob/tools'],
      ...['/ada', '/bob/kit/tools'].flatMap((path) => [
        ...[path, `${path}.md`, `${path}?${offset}`, `${path}.md?${offset}`],
        `${path}/.well-known/agent-skills/index.json`,
      ]),
    ];
    const show = (visibility: string) => registry.send('PATCH', '/skills/ada/skill-7', 'ada', { visibility });
    await cache.fill(asked);
    for (const change of [
      () => add(0, 'Changed.'),
      () => show('private'),
      () => add(3, 'Changed.'),
      () => show('public'),
      () => suspend(registry, 'ada', true),
      () => suspend(registry, 'ada', false),
    ]) {
      await cache.purge();
      await change();
      await mirrored.snapshot.step();
      const tags = await cache.purge();
      expect([tags.has('p/ada') || tags.has('of/ada'), tags.size < 60]).toEqual([true, true]);
      expect(await cache.stale(), String(change)).toEqual([]);
      await cache.fill(asked);
    }
  });

  it('has it too where the builder died at any point, and the cache was filled right after', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry, { cdn: 'fastly', caches });
    const publish = (text: string) => registry.publish('ada', 'one', { 'SKILL.md': `${skillMd('one')}\n${text}\n` });
    const hashOf = async (text: string) => ((await (await publish(text)).json()) as { hash: string }).hash;
    const kept = await hashOf('first');
    await mirrored.snapshot.step();
    const cache = cacheBefore(mirrored);
    for (let operations = 0, isOver = false; !isOver; operations += isThorough ? 1 : 11) {
      const hash = await hashOf(`text ${operations}`);
      await registry.send('DELETE', `/skills/ada/one/versions/${hash}`, 'ada');
      await mirrored.snapshot.step();
      await cache.purge();
      await cache.fill([hash, kept].map((digits) => `/ada/one/v/${digits.slice(7)}.md`));
      await (operations % 2 ? registry.send('PATCH', '/skills/ada/one', 'ada', { category: 'data' }) : publish('more'));
      await publish(`text ${operations}`);
      isOver = await crashing(mirrored.reopened(dyingAfter(operations)));
      await cache.purge();
      await cache.fill();
      await (await mirrored.reopened()).step();
      await cache.purge();
      expect(await cache.stale(), `after ${operations} operations`).toEqual([]);
    }
  });
});
