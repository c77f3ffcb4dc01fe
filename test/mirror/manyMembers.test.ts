import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, type PrebuiltId } from '../../mirror/snapshot/address/address.ts';
import { entitySkillsAtOnce as most } from '../../origin/contract/pages.ts';
import { hasNginx } from '../../scripts/bench/servers/nginx.ts';
import { answerOf } from '../answers.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, browserOf, putIntoKit, suspend } from '../scene.ts';
import { isThorough } from '../thoroughness.ts';
import { crashing, dyingAfter } from './dying.ts';
import { contentsOf, type Mirrored, openMirroredData } from './mirrored.ts';
import {
  answered,
  openIn,
  type Placed,
  places,
  polling,
  sameAtBoth,
  sameBehindNginx,
  sameInEveryForm,
} from './sameAtBoth.ts';
import { valuesOf } from './site/tags.ts';

const whole = (kit: string) => [
  `/api/v1/kits/by-handle/ada/${kit}`,
  `/ada/kit/${kit}/.well-known/agent-skills/index.json`,
];
const filesOf = (slug: string, ids: readonly PrebuiltId[] = ['getKitByHandle', 'kitIndex']) =>
  ids.map((id) => fileOf({ id, values: { owner: 'ada', slug } }));

const add = (registry: TestRegistry, slug: string, text = slug) =>
  registry.publish('bob', slug, { 'SKILL.md': skillMd(slug, text) });
const show = (registry: TestRegistry, slug: string, visibility: 'private' | 'public') =>
  registry.send('PATCH', `/skills/bob/${slug}`, 'bob', { visibility });

describe.each(places)('a kit with more skills than a page shows, in %s', (place) => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Placed;
  beforeAll(async () => {
    registry = await openRegistry();
    const slugs = Array.from({ length: most + 2 }, (_, n) => `skill-${n}`);
    for (const slug of [...slugs, 'extra']) await add(registry, slug);
    const ids = slugs.map((slug) => `bob:${slug}`);
    await addKit(registry, 'ada', 'large', ids);
    await addKit(registry, 'ada', 'full', ids.slice(0, most));
    await addKit(registry, 'ada', 'own', ids, 'private');
    // No member that nobody else sees counts.
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    for (const kit of ['ada/large', 'ada/full']) await putIntoKit(registry, kit, 'ada:secret');
    mirrored = await openIn(place, registry);
    await mirrored.snapshot.full();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const kept = async (kit: string) => {
    const files = await mirrored.files();
    return filesOf(kit).filter((file) => files.includes(file)).length;
  };
  const isSame = (path: string, init?: RequestInit) => sameAtBoth(mirrored, registry, path, init);
  const bodyAt = async (path: string, app = mirrored.mirror, init?: RequestInit) =>
    (await answered(app, path, init)).body;
  const skillsIn = (text: string) => [
    ...new Set([...text.matchAll(/\/bob\/(skill-\d+)(?=[".])/g)].map(([, slug]) => slug)),
  ];
  const everySlug = Array.from({ length: most + 2 }, (_, n) => `skill-${n}`);

  it('has all of them in its record and its index, which are no files, and the same at both hosts in every form', async () => {
    expect([await kept('large'), await kept('full')]).toEqual([0, 2]);
    const [record = '', index = ''] = whole('large');
    const { skills, skill_count } = await answerOf('getKitByHandle', await mirrored.mirror.request(record));
    expect([skills.map(({ skill }) => skill.slug), skill_count]).toEqual([everySlug, most + 2]);
    expect(JSON.parse(await bodyAt(index)).skills.length).toBe(most + 2);
    for (const path of whole('large')) await sameInEveryForm(mirrored, registry, path);
  });

  it('is paged through by links alone, as HTML and as Markdown, and names each skill once, in its order', async () => {
    const found: unknown[] = [];
    for (let at: string | undefined = '/ada/kit/large'; at; ) {
      const html: string = await bodyAt(at);
      found.push(...skillsIn(html.slice(html.indexOf('id="skills"'))));
      expect(html).toContain(`<dt>Skills</dt><dd>${most + 2}</dd>`);
      at = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.split('#')[0];
    }
    expect(found).toEqual(everySlug);
    const read: unknown[] = [];
    for (let at: string | undefined = '/ada/kit/large.md'; at; ) {
      const { body } = await isSame(at);
      read.push(...skillsIn(body));
      expect(body).toContain(`## Skills (${most + 2})`);
      at = /\[Next\]\(http:\/\/mirror\.test([^)]+)\)/.exec(body)?.[1];
    }
    expect(read).toEqual(everySlug);
    const second = await bodyAt(`/ada/kit/large?offset=${most}`);
    expect(valuesOf(second, 'href')).toEqual(
      expect.arrayContaining([`/ada/kit/large.md?offset=${most}`, '/ada/kit/large#skills', whole('large')[0]]),
    );
    expect(second).toContain(`<link rel="canonical" href="http://mirror.test/ada/kit/large?offset=${most}">`);
  });

  it('answers a page as Markdown where that is asked for, and says where that is', async () => {
    const { body, headers } = await isSame(`/ada/kit/large?offset=${most}`, { headers: { accept: 'text/markdown' } });
    expect(body).toBe(await bodyAt(`/ada/kit/large.md?offset=${most}`));
    expect(headers.at(-1)).toBe(`</ada/kit/large.md?offset=${most}>; rel="alternate"; type="text/markdown"`);
  });

  it.each(['-1', '', 'x', '1e9', '9'.repeat(30), '1.5', '%00', `${10_000}`, '60&offset=0', '60&x=1'])(
    'answers offset=%s alike at both hosts, and without a failure',
    async (offset) => {
      for (const path of ['/ada/kit/large', '/ada/kit/large.md', '/ada/kit/full'])
        expect((await isSame(`${path}?offset=${offset}`)).status, path).toBe(200);
    },
  );

  it('says where the start is past the end', async () => {
    expect(await bodyAt('/ada/kit/large?offset=5000')).toContain(
      'There are no more. <a href="/ada/kit/large">Back to the start</a>',
    );
    expect(await bodyAt('/ada/kit/large.md?offset=5000')).toContain(
      '[Back to the start](http://mirror.test/ada/kit/large.md)',
    );
  });

  it('is paged for its owner too where it is private, and there for nobody else', async () => {
    const headers = await browserOf(registry, 'ada');
    const [page, text] = ['/ada/kit/own', '/ada/kit/own.md'];
    for (const path of [page, text, `${page}?offset=${most}`]) expect((await isSame(path)).status).toBe(404);
    expect(skillsIn(await bodyAt(`${page}?offset=${most}`, registry.app, { headers }))).toEqual(everySlug.slice(most));
    expect(await bodyAt(text, registry.app, { headers })).toContain(
      `[Next](http://origin.test/ada/kit/own.md?offset=${most})`,
    );
  });

  it('writes nothing of the kit again where a member changes that its page does not show', async () => {
    const all = filesOf('large', ['getKitByHandle', 'kitIndex', 'kitPage', 'kitMarkdown']);
    const [before, record] = [await mirrored.entries(all), await bodyAt(whole('large')[0] ?? '')];
    await add(registry, `skill-${most + 1}`, 'Changed since.');
    await mirrored.snapshot.step();
    expect(await mirrored.entries(all)).toEqual(before);
    for (const path of whole('large')) expect((await isSame(path)).body).toContain('Changed since.');
    expect((await isSame(`/ada/kit/large.md?offset=${most}`)).body).toContain('Changed since.');
    expect(record).not.toContain('Changed since.');
  });

  it('is never away and never stale while a member takes it over the bound and under it', async () => {
    const polled = polling(mirrored.mirror, whole('full'));
    await putIntoKit(registry, 'ada/full', 'bob:extra');
    for (let times = 0; times < 3; times += 1) {
      await show(registry, 'extra', 'public');
      await mirrored.snapshot.step();
      expect(await kept('full')).toBe(0);
      for (const path of whole('full')) await expect.poll(() => bodyAt(path)).toContain('extra');
      for (const path of whole('full')) await isSame(path);
      await show(registry, 'extra', 'private');
      await mirrored.snapshot.step();
      expect(await kept('full')).toBe(2);
      for (const path of whole('full')) await expect.poll(() => bodyAt(path)).not.toContain('extra');
      for (const path of whole('full')) await isSame(path);
    }
    expect(await polled.end()).toEqual([200]);
  });

  // nginx serves files.
  if (place === 'a folder')
    it.skipIf(!hasNginx)('is the mirror server’s behind nginx, on either side of the bound', async () => {
      const paths = ['large', 'full'].flatMap((kit) => [
        ...whole(kit),
        `/ada/kit/${kit}`,
        `/ada/kit/${kit}?offset=${most}`,
        `/ada/kit/${kit}.md?offset=0&x=1`,
      ]);
      await sameBehindNginx(mirrored as Mirrored, paths);
    });

  it('is gone everywhere at once where its owner is suspended, and back afterwards', async () => {
    const paths = [...whole('large'), '/ada/kit/large', '/ada/kit/large.md', `/ada/kit/large?offset=${most}`];
    for (const suspended of [true, false]) {
      await suspend(registry, 'ada', suspended);
      await mirrored.snapshot.step();
      for (const path of paths)
        await expect.poll(async () => (await mirrored.mirror.request(path)).status).toBe(suspended ? 404 : 200);
      for (const path of paths) await isSame(path);
    }
  });
});

it('the files of a kit on either side of the bound are those of a full build after a crash at any point of crossing it', async () => {
  await using registry = await openRegistry();
  const slugs = Array.from({ length: most + 1 }, (_, n) => `skill-${n}`);
  for (const slug of slugs) await add(registry, slug);
  await addKit(
    registry,
    'ada',
    'full',
    slugs.map((slug) => `bob:${slug}`),
  );
  await using mirrored = await openMirroredData(registry);
  const built: Map<string, string>[] = [];
  for (const visibility of ['private', 'public'] as const) {
    await show(registry, 'skill-3', visibility);
    await mirrored.snapshot.full();
    built.push(await contentsOf(mirrored));
  }
  for (let operations = 0, times = 0, isThrough = false; !isThrough; operations += isThorough ? 1 : 5, times += 1) {
    await show(registry, 'skill-3', times % 2 ? 'public' : 'private');
    isThrough = await crashing(mirrored.reopened(dyingAfter(operations)));
    await (await mirrored.reopened()).step();
    expect(await contentsOf(mirrored), `after ${operations} operations`).toEqual(built[times % 2]);
  }
  expect(built.map((files) => filesOf('full').filter((file) => files.has(file)).length)).toEqual([2, 0]);
});
