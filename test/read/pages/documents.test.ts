import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpServer } from '../../../origin/contract/clients/discovery.ts';
import { published } from '../../answers.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';

describe('the documents at the site root', () => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry();
    await published(registry, 'registry:find', { 'SKILL.md': skillMd('find', 'Finds *skills*.') });
    await published(registry, 'registry:gone');
    await registry.send('PATCH', '/skills/registry/gone', 'registry', { deprecated: true });
    await published(registry, 'ada:other');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const text = async (path: string, type: string) => {
    const response = await registry.app.request(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60');
    return response.text();
  };
  const json = async (path: string, type = 'application/json') => JSON.parse(await text(path, type));

  it('say what token the API takes and name no authorization server', async () => {
    expect(await json('/.well-known/oauth-protected-resource')).toEqual({
      resource: `${site.originUrl}/api/v1`,
      scopes_supported: ['read', 'sync', 'publish', 'claim'],
      bearer_methods_supported: ['header'],
    });
  });

  it('say that MCP only reads', async () => {
    expect(await json('/.well-known/oauth-protected-resource/api/v1/mcp')).toEqual({
      resource: `${site.originUrl}/api/v1/mcp`,
      scopes_supported: ['read'],
      bearer_methods_supported: ['header'],
    });
  });

  it('are where a 401 points', async () => {
    const response = await registry.app.request('/api/v1/sync/manifest');
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? [];
    const metadata = await json(new URL(url).pathname);
    expect(metadata.resource).toBe(`${site.originUrl}/api/v1`);
  });

  it('have a card of the MCP server that tells how to reach it and nothing of what it offers', async () => {
    const card = await json('/.well-known/mcp.json', 'application/mcp-server-card+json');
    expect(card).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: 'test.origin/skill-registry',
      version: '1.0.0',
      title: 'Skill registry',
      description: expect.any(String),
      websiteUrl: site.mirrorUrl,
      remotes: [
        {
          type: 'streamable-http',
          url: `${site.originUrl}/api/v1/mcp`,
          headers: [{ name: 'Authorization', description: expect.any(String), isRequired: true, isSecret: true }],
        },
      ],
    });
    expect(card.description.length).toBeLessThanOrEqual(100);
  });

  it.each([
    ['https://skills.example.com', 'com.example.skills/skill-registry'],
    ['http://localhost:8787', 'localhost/skill-registry'],
    ['http://127.0.0.1:8787', '127.0.0.1/skill-registry'],
    ['http://[::1]:8787', '1/skill-registry'],
  ])('name the MCP server of %s %s', (originUrl, name) => {
    expect(mcpServer({ originUrl, mirrorUrl: originUrl }).name).toBe(name);
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  });

  it('list the card in the AI catalog', async () => {
    const catalog = await json('/.well-known/ai-catalog.json', 'application/ai-catalog+json');
    expect(catalog).toEqual({
      specVersion: '1.0',
      host: { displayName: 'Skill registry', documentationUrl: `${site.mirrorUrl}/llms.txt` },
      entries: [
        {
          identifier: 'urn:air:origin.test:mcp:skill-registry',
          displayName: 'Skill registry',
          type: 'application/mcp-server-card+json',
          url: `${site.mirrorUrl}/.well-known/mcp.json`,
        },
      ],
    });
    const path = new URL(catalog.entries[0].url).pathname;
    expect((await registry.app.request(path)).headers.get('content-type')).toBe(catalog.entries[0].type);
  });

  it('let every robot in and show it the sitemap', async () => {
    expect(await text('/robots.txt', 'text/plain; charset=utf-8')).toBe(
      `User-agent: *\nAllow: /\n\nSitemap: ${site.mirrorUrl}/sitemap.xml\n`,
    );
  });

  it('tell language models how to read on, with links that lead somewhere', async () => {
    const llms = await text('/llms.txt', 'text/plain; charset=utf-8');
    expect(llms).toMatch(/^# Skill registry\n\n> .+\n\n/);
    expect(llms).toContain(`- [registry/find](${site.mirrorUrl}/registry/find.md): Finds \\*skills\\*.`);
    expect(llms).not.toMatch(/registry\/gone|ada\/other/);
    const links = [...llms.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url.slice(site.mirrorUrl.length));
    expect(links).toEqual(expect.arrayContaining(['/openapi.json', '/docs/errors.md', '/sitemap.xml']));
    for (const path of links) expect([path, (await registry.app.request(path)).status]).toEqual([path, 200]);
  });
});
