import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from '../../mirror/snapshot/address/address.ts';
import { contentOf, entryOf, putContent } from '../../mirror/snapshot/files/content.ts';
import { recordEntries } from '../../mirror/snapshot/files/manifest.ts';
import { entitySkillsAtOnce as most } from '../../origin/contract/pages.ts';
import { hasNginx } from '../../scripts/bench/servers/nginx.ts';
import { answerOf } from '../answers.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, follow, suspend } from '../scene.ts';
import { isThorough } from '../thoroughness.ts';
import { crashing, dyingAfter } from './dying.ts';
import { contentsOf, fingerprints, type Mirrored, openMirroredData } from './mirrored.ts';
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

const index = '.well-known/agent-skills/index.json';
const whole = (author: string) => [`/api/v1/profiles/${author}`, `/${author}/${index}`];
const filesOf = (author: string) =>
  (['getProfile', 'profileIndex'] as const).map((id) => fileOf({ id, values: { author } }));

describe.each(places)('a profile with more skills than a page shows, in %s', (place) => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Placed;
  beforeAll(async () => {
    registry = await openRegistry();
    await publishMany(registry, 'ada', most + 2);
    await publishMany(registry, 'bob', most);
    await add('ada', 'secret', { visibility: 'private' });
    await addKit(registry, 'ada', 'tools', ['ada:skill-0']);
    await follow(registry, 'grace', 'ada');
    mirrored = await openIn(place, registry);
    await mirrored.snapshot.full();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const add = (author: string, slug: string, options = {}, text = slug) =>
    registry.publish(author, slug, { 'SKILL.md': skillMd(slug, text) }, options);
  const hide = (author: string, slug: string, visibility: 'private' | 'public') =>
    registry.send('PATCH', `/skills/${author}/${slug}`, author, { visibility });
  const kept = async (author: string) => {
    const files = await mirrored.files();
    return filesOf(author).filter((file) => files.includes(file)).length;
  };
  const isSame = (path: string, init?: RequestInit) => sameAtBoth(mirrored, registry, path, init);
  const htmlAt = async (path: string) => (await answered(mirrored.mirror, path)).body;
  const skillsIn = (text: string, author: string) => [
    ...new Set([...text.matchAll(new RegExp(`/${author}/(skill-\\d+)(?=[".])`, 'g'))].map(([, slug]) => slug)),
  ];

  it('has all of them in its record and its index, which are no files, and the same at both hosts in every form', async () => {
    expect([await kept('ada'), await kept('bob')]).toEqual([0, 2]);
    const { skills } = await answerOf('getProfile', await mirrored.mirror.request('/api/v1/profiles/ada'));
    expect(skills.length).toBe(most + 2);
    for (const path of whole('ada')) await sameInEveryForm(mirrored, registry, path);
  });

  it('is paged through by links alone, as HTML and as Markdown, and names each skill once', async () => {
    const slugs = Array.from({ length: most + 2 }, (_, n) => `skill-${most + 1 - n}`);
    const found: string[] = [];
    for (let at: string | undefined = '/ada'; at; ) {
      const html: string = await htmlAt(at);
      found.push(...(skillsIn(html.slice(html.indexOf('id="skills"'), html.indexOf('id="kits"')), 'ada') as string[]));
      expect(html).toContain(`${most + 2}`);
      at = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.split('#')[0];
    }
    expect(found).toEqual(slugs);
    const read: string[] = [];
    for (let at: string | undefined = '/ada.md'; at; ) {
      const { body } = await isSame(at);
      read.push(...(skillsIn(body, 'ada') as string[]));
      at = /\[Next\]\(http:\/\/[^/]+([^)]+)\)/.exec(body)?.[1];
    }
    expect(read).toEqual(slugs);
    const [, second] = [await htmlAt('/ada'), await htmlAt(`/ada?offset=${most}`)];
    expect(valuesOf(second, 'href')).toEqual(
      expect.arrayContaining([`/ada.md?offset=${most}`, '/ada#skills', '/ada/kit/tools', '/api/v1/profiles/ada']),
    );
    expect(second).toContain(`<link rel="canonical" href="http://mirror.test/ada?offset=${most}">`);
  });

  it('answers a page as Markdown where that is asked for, and says where that is', async () => {
    const asked = { headers: { accept: 'text/markdown' } };
    const { body, headers } = await isSame(`/ada?offset=${most}`, asked);
    expect(body).toBe(await htmlAt(`/ada.md?offset=${most}`));
    expect(headers.at(-1)).toBe(`</ada.md?offset=${most}>; rel="alternate"; type="text/markdown"`);
    expect((await isSame('/ada')).headers.at(-1)).toBe('</ada.md>; rel="alternate"; type="text/markdown"');
  });

  it.each(['-1', '', 'x', '1e9', '0', '9'.repeat(30), '1.5', 'NaN', '%00', '[]', `${10_000}`, '60&offset=0', '60&x=1'])(
    'answers offset=%s alike at both hosts, and without a failure',
    async (offset) => {
      for (const path of ['/ada', '/ada.md', '/bob'])
        expect((await isSame(`${path}?offset=${offset}`)).status, path).toBe(200);
    },
  );

  it('says where the start is past the end', async () => {
    expect(await htmlAt('/ada?offset=5000')).toContain('There are no more. <a href="/ada">Back to the start</a>');
    expect(await htmlAt('/ada.md?offset=5000')).toContain(
      'There are no more. [Back to the start](http://mirror.test/ada.md)',
    );
  });

  it('writes none of what lists its skills again where one changes that its page does not show', async () => {
    const [page, text] = (['profilePage', 'profileMarkdown'] as const).map((id) =>
      fileOf({ id, values: { author: 'ada' } }),
    );
    const looked = async () => mirrored.entries([page ?? '', text ?? '', ...filesOf('ada')]);
    const [before, record] = [await looked(), await htmlAt('/api/v1/profiles/ada')];
    await add('ada', 'skill-1', {}, 'Changed since.');
    await mirrored.snapshot.step();
    expect(await looked()).toEqual(before);
    for (const path of whole('ada')) expect((await isSame(path)).body).toContain('Changed since.');
    expect(record).not.toContain('Changed since.');
  });

  it('is never away and never stale while its author goes over the bound and under it', async () => {
    const polled = polling(mirrored.mirror, whole('bob'));
    for (let times = 0; times < 3; times += 1) {
      await (times ? hide('bob', 'extra', 'public') : add('bob', 'extra'));
      await mirrored.snapshot.step();
      expect([await kept('bob'), await kept('ada')]).toEqual([0, 0]);
      for (const path of whole('bob')) await expect.poll(() => htmlAt(path)).toContain('extra');
      for (const path of whole('bob')) await isSame(path);
      await hide('bob', 'extra', 'private');
      await mirrored.snapshot.step();
      expect(await kept('bob')).toBe(2);
      for (const path of whole('bob')) await expect.poll(() => htmlAt(path)).not.toContain('extra');
      for (const path of whole('bob')) await isSame(path);
    }
    expect(await polled.end()).toEqual([200]);
  });

  // nginx serves files.
  if (place === 'a folder')
    it.skipIf(!hasNginx)('is the mirror server’s behind nginx, on either side of the bound', async () => {
      const paths = ['ada', 'bob'].flatMap((author) => [
        ...whole(author),
        `/${author}`,
        `/${author}?offset=${most}`,
        `/${author}.md?offset=0&x=1`,
      ]);
      await sameBehindNginx(mirrored as Mirrored, paths);
    });

  it('is gone everywhere at once where it is suspended, and back afterwards', async () => {
    const paths = [...whole('ada'), '/ada', '/ada.md', `/ada?offset=${most}`];
    for (const path of paths) expect((await isSame(path)).status, path).toBe(200);
    await suspend(registry, 'ada', true);
    await mirrored.snapshot.step();
    for (const path of paths)
      await expect.poll(async () => (await mirrored.mirror.request(path)).status, { message: path }).toBe(404);
    for (const path of paths) await isSame(path);
    await suspend(registry, 'ada', false);
    await mirrored.snapshot.step();
    for (const path of paths) await expect.poll(async () => (await mirrored.mirror.request(path)).status).toBe(200);
    for (const path of paths) await isSame(path);
  });
});

describe('the files of a profile on either side of the bound', () => {
  it('are those of a full build after a crash at any point of crossing it', async () => {
    await using registry = await openRegistry();
    await publishMany(registry, 'bob', most);
    await using mirrored = await openMirroredData(registry);
    await registry.publish('bob', 'extra', { 'SKILL.md': skillMd('extra') });
    const show = (visibility: string) => registry.send('PATCH', '/skills/bob/extra', 'bob', { visibility });
    const built: Map<string, string>[] = [];
    for (const visibility of ['private', 'public']) {
      await show(visibility);
      await mirrored.snapshot.full();
      built.push(await contentsOf(mirrored));
    }
    for (let operations = 0, times = 0, isThrough = false; !isThrough; operations += isThorough ? 1 : 5, times += 1) {
      await show(times % 2 ? 'public' : 'private');
      isThrough = await crashing(mirrored.reopened(dyingAfter(operations)));
      await (await mirrored.reopened()).step();
      expect(await contentsOf(mirrored), `after ${operations} operations`).toEqual(built[times % 2]);
    }
    expect(built.map((files) => filesOf('bob').filter((file) => files.has(file)).length)).toEqual([2, 0]);
  });

  it('that a program before this one left over it go with the first full build', async () => {
    await using registry = await openRegistry();
    await publishMany(registry, 'bob', most + 1);
    await using mirrored = await openMirroredData(registry);
    await mirrored.snapshot.full();
    const now = await contentsOf(mirrored);
    for (const path of filesOf('bob')) {
      const answer = { type: 'application/json', body: Buffer.from('{"of":"before"}') };
      const content = await contentOf(entryOf(path, 'getProfile', answer, 33), answer);
      await putContent(mirrored.sink, content);
      await mirrored.catalog.write((db) => recordEntries(db, [content.entry]));
    }
    const builder = await mirrored.reopened(() => ({ fingerprints: { ...fingerprints, catalog: 'another' } }));
    expect((await builder.step())?.removed).toBe(2);
    expect(await contentsOf(mirrored)).toEqual(now);
  });
});

async function publishMany(registry: TestRegistry, author: string, skills: number): Promise<void> {
  for (let n = 0; n < skills; n += 1)
    await registry.publish(author, `skill-${n}`, { 'SKILL.md': skillMd(`skill-${n}`) });
}
