import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../answers.ts';
import { textOf } from '../../mirror/site/tags.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { quarantine } from '../../store/rows.ts';

describe('the pages of versions', () => {
  let registry: TestRegistry & AsyncDisposable;
  /** Hex digits of ada/sums: withdrawn, quarantined, the oldest and the newest that are left. */
  const versions: string[] = [];
  const version = (at: number) => () => versions[at] ?? '';
  const [withdrawn, quarantined, oldest, newest] = [version(0), version(1), version(2), version(3)];

  beforeAll(async () => {
    registry = await openRegistry();
    for (const text of ['one', 'two', 'three', 'four']) {
      const files = { 'SKILL.md': skillMd('sums', 'Adds.', text), 'scripts/add.sh': `echo ${text}\n` };
      const { hash } = await answerOf('publishSkillVersion', await registry.publish('ada', 'sums', files));
      versions.push(hash.slice('sha256:'.length));
      registry.clock.now += 60;
    }
    await registry.send('DELETE', `/skills/ada/sums/versions/${withdrawn()}`, 'ada');
    await quarantine(registry, 'ada:sums', `sha256:${quarantined()}`);
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    await registry.publish('ada', 'single', { 'SKILL.md': skillMd('single') });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const get = async (path: string, accept = 'text/html') => {
    const response = await registry.app.request(path, { headers: { accept } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const pagesOf = (digits: string) =>
    [`/v/${digits}`, `/v/${digits}/files`, `/diff?to=${digits}`].map((at) => `/ada/sums${at}`);

  it('show what stands, the newest and others, and stay for a deprecated skill', async () => {
    for (const digits of [oldest(), newest()]) {
      for (const path of pagesOf(digits)) expect((await get(path)).status, path).toBe(200);
      const { text } = await get(`/ada/sums/v/${digits}`);
      expect(text.includes('Not the latest version')).toBe(digits === oldest());
    }
    await registry.send('PATCH', '/skills/ada/sums', 'ada', { deprecated: true, deprecation_message: 'Use more.' });
    for (const path of pagesOf(oldest())) expect((await get(path)).status, path).toBe(200);
    expect((await get(`/ada/sums/v/${oldest()}`)).text).toContain('Use more.');
    await registry.send('PATCH', '/skills/ada/sums', 'ada', { deprecated: false });
  });

  it('answer 404 for what is quarantined or withdrawn, and say which', async () => {
    for (const path of pagesOf(quarantined())) {
      const { status, text } = await get(path);
      expect([status, text.includes('quarantined')], path).toEqual([404, true]);
      expect(text).not.toContain('echo two');
    }
    for (const path of pagesOf(withdrawn())) {
      const { status, text } = await get(path);
      expect([status, text.includes('withdrew it')], path).toEqual([404, true]);
    }
    const { status, text } = await get(`/ada/sums/v/${quarantined()}`, 'application/json');
    expect([status, JSON.parse(text).code]).toEqual([404, 'version_quarantined']);
  });

  it('tell a private skill from none in no way', async () => {
    const [there, not] = await Promise.all(['secret', 'nothing'].map((slug) => get(`/ada/${slug}/diff`)));
    expect(there?.status).toBe(404);
    expect(there?.text.replaceAll('secret', 'nothing')).toBe(not?.text);
  });

  it('are the version’s Markdown to whom asks for that', async () => {
    const { text, headers } = await get(`/ada/sums/v/${oldest()}`, 'text/markdown');
    expect(text).toBe(skillMd('sums', 'Adds.', 'three'));
    expect(headers.get('link')).toBe(`</ada/sums/v/${oldest()}.md>; rel="alternate"; type="text/markdown"`);
  });

  it('take a query that can’t be read for none: SKILL.md, and the newest two', async () => {
    const files = `/ada/sums/v/${newest()}/files`;
    const plain = await get(files);
    for (const query of ['?path=', '?view=x', `?path=${'a'.repeat(156)}`, '?other=1'])
      expect((await get(files + query)).text, query).toBe(plain.text);
    const diff = await get('/ada/sums/diff');
    expect(textOf(diff.text)).toContain('-echo three');
    for (const query of ['?from=x&to=y', '?from=&to=', `?from=${oldest()}&to=${newest()}`, `?to=sha256:${newest()}`])
      expect((await get(`/ada/sums/diff${query}`)).text, query).toBe(diff.text);
    expect((await get('/ada/single/diff')).text).toContain('no earlier version');
  });

  it('refuse a file that the version lacks, whatever it is called', async () => {
    for (const path of ['none.md', '../SKILL.md', '/etc/passwd', 'constructor', '__proto__', 'scripts', '%00'])
      expect((await get(`/ada/sums/v/${newest()}/files?path=${path}`)).status, path).toBe(404);
  });

  it('count comparing as heavy, and looking as ambient', async () => {
    const policy = async (path: string) => (await get(path)).headers.get('ratelimit-policy');
    expect(await policy('/ada/sums/diff')).toMatch(/^heavy;/);
    expect(await policy('/ada/sums')).toMatch(/^ambient;/);
    expect(await policy(`/ada/sums/v/${newest()}/files`)).toMatch(/^ambient;/);
  });
});
