import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit } from '../scene.ts';

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

  it('never stands in for the API', async () => {
    for (const path of ['/api', '/api/v1', '/api/v1/', '/api/v2/skills', '/api/v1/nothing']) {
      const { status, text } = await visit(path, 'text/html');
      expect([path, status, JSON.parse(text).code]).toEqual([path, 404, 'not_found']);
    }
  });
});
