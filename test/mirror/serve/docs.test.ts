import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errors } from '../../../origin/contract/errors.ts';
import { guideNames, mcpClientGuides } from '../../../origin/contract/grammar/guides.ts';
import { type OperationId, operationIds, operationOf } from '../../../origin/contract/operations.ts';
import { publishStarterSkills } from '../../../scripts/starter.ts';
import { advise, advisoryOf } from '../../advisories.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { deskOf } from '../../scene.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';
import { tagsOf, textOf, valuesOf } from '../site/tags.ts';

const described = operationIds.filter((id) => !operationOf(id).internal && !operationOf(id).surface);

let registry: TestRegistry & AsyncDisposable;
let mirrored: Mirrored;
beforeAll(async () => {
  registry = await openRegistry();
  await publishStarterSkills(deskOf(registry));
  await advise(registry, advisoryOf('nobody/none'));
  mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
});
afterAll(async () => {
  await mirrored?.[Symbol.asyncDispose]();
  await registry?.[Symbol.asyncDispose]();
});

const get = async (path: string, accept = '*/*') => mirrored.mirror.request(path, { headers: { accept } });
const text = async (path: string): Promise<string> => {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return response.text();
};

const linksOf = (html: string): string[] =>
  tagsOf(html).flatMap(({ name, attributes }) => (name === 'a' ? (attributes.get('href') ?? []) : []));

/** The pages of the documentation, as its index and the guide to MCP list them, and the index. */
async function docsPaths(): Promise<string[]> {
  const linked = [...valuesOf(await text('/docs'), 'href'), ...valuesOf(await text('/docs/mcp'), 'href')];
  return ['/docs', ...new Set(linked.filter((href) => /^\/docs\/[\w-]+$/.test(href)))];
}

describe('the documentation', () => {
  it('lists every guide and what one looks things up in, and so does llms.txt', async () => {
    const paths = await docsPaths();
    for (const name of [...guideNames, 'api', 'errors', 'scanning', 'versioning']) {
      expect(paths).toContain(`/docs/${name}`);
      expect(await text('/llms.txt')).toContain(`(${site.mirrorUrl}/docs/${name}.md): `);
    }
    expect(paths).toEqual(expect.arrayContaining(mcpClientGuides.map((name) => `/docs/${name}`)));
  });

  it('is in the sitemap', async () => {
    const listed = await text('/sitemaps/00.xml');
    for (const path of await docsPaths()) expect(listed).toContain(`<loc>${site.mirrorUrl}${path}</loc>`);
  });

  it('is Markdown for whoever asks for it, at an address of its own', async () => {
    for (const path of await docsPaths()) {
      const markdown = await text(`${path}.md`);
      expect(markdown, path).toMatch(/^# .+\n\n/);
      expect(await (await get(path, 'text/markdown')).text()).toBe(markdown);
      expect(await text(path)).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`);
    }
  });

  it('links to what is there, down to the heading', async () => {
    const ids = new Map<string, string[]>();
    for (const page of await docsPaths()) {
      for (const href of new Set(linksOf(await text(page)))) {
        const { origin, pathname, hash } = new URL(href, `${site.mirrorUrl}${page}`);
        if (origin !== new URL(site.mirrorUrl).origin) continue;
        const found = ids.get(pathname) ?? valuesOf(await text(pathname), 'id');
        ids.set(pathname, found);
        if (hash) expect(found, `${page} → ${href}`).toContain(decodeURIComponent(hash.slice(1)));
      }
    }
    expect(ids.size).toBeGreaterThan(15);
  });

  it('links in its Markdown to Markdown that is there', async () => {
    for (const page of await docsPaths()) {
      const prose = (await text(`${page}.md`)).replace(/^(`{3,}).*\n[\s\S]*?\n\1$|`[^`\n]+`/gm, '');
      for (const [, target = ''] of prose.matchAll(/\]\(([^)#\s]+)[^)\s]*\)/g)) {
        // Examples of the scan name addresses that are none.
        if (!target.startsWith(site.mirrorUrl) && !/^[\w./-]+$/.test(target)) continue;
        await text(new URL(target, `${site.mirrorUrl}${page}.md`).pathname);
      }
    }
  });

  it('skips no level of headings', async () => {
    for (const path of await docsPaths()) {
      const levels = tagsOf(await text(path)).flatMap(({ name }) => (/^h\d$/.test(name) ? [Number(name[1])] : []));
      const gaps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
      expect([levels[0], gaps], path).toEqual([1, []]);
    }
  });

  it('knows no other guide', async () => {
    for (const path of ['/docs/nothing', '/docs/start2', '/docs/nothing.md'])
      expect((await get(path)).status).toBe(404);
  });

  it('explains this registry: addresses are its own, and no placeholder is left', async () => {
    for (const path of await docsPaths()) {
      // Workflows of GitHub have their own.
      const shown = textOf(await text(path)).replaceAll('${{ secrets.', '');
      if (path !== '/docs/scanning') expect(shown, path).not.toContain('{{');
    }
    expect(await text('/docs/mcp-cursor.md')).toContain(`"url": "${site.originUrl}/api/v1/mcp"`);
    expect(await text('/docs/start.md')).toContain(`npx skills add ${site.mirrorUrl}/registry/find-skills`);
  });
});

describe('the API reference', () => {
  it('describes every operation: method, path, refusals and a command, and every record that it names', async () => {
    const html = await text('/docs/api');
    const shown = textOf(html);
    const ids = valuesOf(html, 'id');
    for (const id of described) {
      const { method, path, errors: own } = operationOf(id);
      expect(ids).toContain(id);
      const section = shown.slice(shown.indexOf(` ${id} ${method} /api/v1${path} `));
      expect(section.length, id).toBeGreaterThan(1);
      const until = section.slice(0, section.indexOf('curl '));
      for (const code of own) expect(until, id).toContain(`${errors[code].status}`);
      for (const code of own) expect(until, id).toContain(code);
    }
    const { components } = (await (await get('/openapi.json')).json()) as { components: { schemas: object } };
    for (const name of Object.keys(components.schemas)) expect(ids).toContain(name);
  });

  it('names every parameter and field of the description, in the page and in the Markdown', async () => {
    const [shown, markdown] = [textOf(await text('/docs/api')), await text('/docs/api.md')];
    const description = JSON.stringify(await (await get('/openapi.json')).json());
    const named = [...description.matchAll(/"properties":\{"(\w+)":/g)].map(([, name]) => name as string);
    expect(named.length).toBeGreaterThan(50);
    for (const name of named) {
      expect(shown).toMatch(new RegExp(`\\b${name}\\b`));
      expect(markdown).toContain(`\`${name}\``);
    }
  });

  it('has commands that the registry takes: a body of the right shape, an address that answers', async () => {
    const sections = (await text('/docs/api.md')).split(/^### /m);
    for (const id of described) {
      const section = sections.find((part) => part.startsWith(`${id}\n`)) ?? '';
      const command = /```sh\n(curl [\s\S]+?)\n```/.exec(section)?.[1] ?? '';
      const url = new URL(/https?:\/\/[^\s"]+/.exec(command)?.[0] ?? '');
      const { access, body, method, path } = operationOf(id);
      expect(`${site.mirrorUrl}${site.originUrl}`, id).toContain(url.origin);
      const places = path.replace(/\{\w+\}/g, '[^/]+');
      expect(url.pathname, id).toMatch(new RegExp(`^/api/v1${places}$`));
      const sent = / -d '(.+)'/.exec(command)?.[1];
      if (body?.json) expect(body.json.safeParse(JSON.parse(sent ?? '')).error?.issues ?? [], id).toEqual([]);
      expect(command.includes('$TOKEN'), id).toBe(access !== 'anonymous');
      if (access !== 'anonymous' || method !== 'GET' || command.includes('$')) continue;
      const { status } = await get(url.pathname + url.search);
      expect([200, ...(id === 'getKitByHandle' ? [404] : [])], `${id}: ${command}`).toContain(status);
    }
  });

  it('is small enough to read on a slow line', async () => {
    expect(brotliCompressSync(await text('/docs/api')).byteLength).toBeLessThan(40_000);
  });

  it('says what any operation may be refused for', async () => {
    const always: ErrorCode[] = ['rate_limited', 'internal', 'unauthorized', 'insufficient_scope', 'csrf_refused'];
    const shown = textOf(await text('/docs/api'));
    const sentence = /Any operation may also answer .*?csrf_refused/.exec(shown)?.[0] ?? '';
    for (const code of always) expect(sentence).toContain(code);
  });

  it('is about what may be relied on alone', async () => {
    const internal = operationIds.filter((id: OperationId) => operationOf(id).internal || operationOf(id).surface);
    const ids = valuesOf(await text('/docs/api'), 'id');
    expect(internal.filter((id) => ids.includes(id))).toEqual([]);
  });
});
