import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, browserOf } from '../scene.ts';

describe('a page', () => {
  let registry: TestRegistry & AsyncDisposable;
  const text = skillMd('sums', 'Adds.', '# Sums\n\nAdd them.\n');
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': text });
    await addKit(registry, 'ada', 'tools', ['ada:sums']);
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const visit = async (path: string, accept?: string) => {
    const response = await registry.app.request(path, { headers: accept ? { accept } : {} });
    return {
      status: response.status,
      field: (name: string) => response.headers.get(name),
      text: await response.text(),
    };
  };

  it.each([
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/markdown, text/html;q=0.9', 'text/markdown; charset=utf-8'],
    ['text/html, text/markdown;q=0.9', 'text/html; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    ['text/markdown;q=0', 'text/html; charset=utf-8'],
    [undefined, 'text/html; charset=utf-8'],
  ])('asked for with Accept: %s is %s', async (accept, type) => {
    const { field } = await visit('/ada/sums', accept);
    expect(field('content-type')).toBe(type);
    expect(field('vary')).toContain('Accept');
    expect(field('link')).toBe('</ada/sums.md>; rel="alternate"; type="text/markdown"');
  });

  it('of a skill as Markdown is its SKILL.md byte for byte, asked for either way', async () => {
    expect((await visit('/ada/sums', 'text/markdown')).text).toBe(text);
    expect((await visit('/ada/sums.md')).text).toBe(text);
  });

  it('of a profile, a kit or the docs is prose as Markdown', async () => {
    expect((await visit('/ada', 'text/markdown')).text).toContain(
      '- [ada/sums](http://mirror.test/ada/sums.md): Adds.',
    );
    expect((await visit('/ada/kit/tools.md')).text).toContain('- [ada/sums](http://mirror.test/ada/sums.md): Adds.');
    expect((await visit('/docs/errors', 'text/markdown')).text).toContain('## skill_not_found\n\nStatus 404.');
    expect((await visit('/docs/versioning', 'text/markdown')).text).toContain('at least 90 days ahead');
  });

  it('that is not there is a page for people and JSON for programs', async () => {
    const person = await visit('/ada/none', 'text/html');
    expect([person.status, person.field('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const program = await visit('/ada/none');
    expect([program.status, JSON.parse(program.text).code]).toEqual([404, 'skill_not_found']);
  });

  describe('of what is private', () => {
    const paths = ['/ada/secret', '/ada/secret.md', '/ada/secret/diff', '/ada/kit/mine', '/ada/kit/mine.md'];
    let ada: Record<string, string>;
    beforeAll(async () => {
      await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
      await addKit(registry, 'ada', 'mine', ['ada:secret'], 'private');
      ada = await browserOf(registry, 'ada');
    });
    const seenBy = async (path: string, headers: Record<string, string>) => {
      const response = await registry.app.request(path, { headers });
      return { status: response.status, cache: response.headers.get('cache-control'), text: await response.text() };
    };

    it('is for its owner in their browser, and enters no cache', async () => {
      const { text: record } = await visit('/api/v1/skills/ada/sums');
      const { latest_hash } = JSON.parse(
        await (await registry.get('/skills/ada/secret', await registry.as('ada'))).text(),
      );
      const hash = latest_hash.replace('sha256:', '');
      expect(record).not.toContain(hash);
      for (const path of [
        ...paths,
        `/ada/secret/v/${hash}`,
        `/ada/secret/v/${hash}/files`,
        `/ada/secret/v/${hash}.md`,
      ]) {
        const { status, cache } = await seenBy(path, ada);
        expect([path, status, cache]).toEqual([path, 200, 'private, no-store']);
      }
      const { text } = await seenBy('/ada/secret', ada);
      expect(text).toContain('Only its owners can see this skill.');
      expect(text).toContain('noindex');
      expect(text).not.toMatch(/rel="canonical"|npx skills add|curl /);
      expect((await seenBy('/ada/kit/mine', ada)).text).toContain('secret');
    });

    it('is not there for anyone else, nor for a bearer token', async () => {
      const strangers = [{}, await browserOf(registry, 'eve'), { cookie: 'session=none' }, await registry.as('ada')];
      for (const path of paths) {
        for (const headers of strangers) expect([path, (await seenBy(path, headers)).status]).toEqual([path, 404]);
      }
    });

    it('is in no list and no index, whoever asks', async () => {
      for (const path of ['/', '/skills', '/ada', '/ada/.well-known/agent-skills/index.json', '/llms.txt']) {
        expect([path, (await seenBy(path, ada)).text]).toEqual([path, (await seenBy(path, {})).text]);
      }
    });
  });

  it('never stands in for the API', async () => {
    for (const path of ['/api', '/api/v1', '/api/v1/', '/api/v2/skills', '/api/v1/nothing']) {
      const { status, text } = await visit(path, 'text/html');
      expect([path, status, JSON.parse(text).code]).toEqual([path, 404, 'not_found']);
    }
  });
});
