import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../pace.ts';
import { hashOf, render } from './sample/built.ts';
import { followersPage, homePage, notFound } from './sample/lists.ts';
import { kitPage, profilePage } from './sample/owned.ts';
import { activityPage, events } from './sample/registry.ts';
import { diffPage, filePage, renderBody, skill, skillPage, versionPage } from './sample/skill.ts';
import { isScript, tagsOf, textOf, valuesOf } from './tags.ts';

/** The rendered document alone: nothing in it can be an article of its own. */
const documentOf = (html: string): string => /<article[^>]*>([\s\S]*)<\/article>/.exec(html)?.[1] ?? '';
const rendered = async (body: string): Promise<string> => documentOf(await renderBody(body));
const file = (path: string) =>
  `/ada/tidy-tables/v/${'b'.repeat(64)}/files${path === 'SKILL.md' ? '' : `?path=${encodeURIComponent(path)}`}`;

const elements = new Set(
  'a blockquote br code div em h3 h4 h5 h6 hr li ol p pre s span strong table tbody td th thead tr ul'.split(' '),
);
const attributes = new Set(['class', 'dir', 'href', 'id', 'tabindex', 'rel', 'start', 'title']);

function expectOurs(html: string): void {
  for (const tag of tagsOf(html)) {
    expect(elements).toContain(tag.name);
    for (const name of tag.attributes.keys()) expect(attributes).toContain(name);
    const href = tag.attributes.get('href');
    if (href !== undefined) expect(href).toMatch(/^(?:https?:\/\/|mailto:|#md-|\/ada\/tidy-tables\/v\/)/i);
    const id = tag.attributes.get('id');
    if (id !== undefined) expect(id).toMatch(/^md-/);
  }
}

describe('text that people gave', () => {
  const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(1)>'&amp;`;

  it('is escaped wherever a page shows it', async () => {
    const theirs = {
      ...skill,
      description: hostile,
      version_label: hostile,
      author_name: hostile,
      deprecated: true,
      deprecation_message: hostile,
      triggers: [hostile],
      is_mirror: true,
      mirror_source_url: `https://x.example/${hostile}`,
      mirror_license: hostile,
      versions: skill.versions.map((version) => ({ ...version, version_label: hostile })),
    };
    const manifest = { ...skillPage().manifest, files: [{ path: hostile, size: 1, hash: hashOf('c') }] };
    const findings = [{ detector: hostile, severity: 'low' as const, path: hostile, line: 1, message: hostile }];
    const scan = { hash: skill.latest_hash, status: 'flagged' as const, corpus_version: 1, findings, unread: [] };
    const members = [{ handle: 'grace', name: hostile, avatar_url: hostile }];
    const kits = [{ owner: 'grace', slug: 'kit', name: hostile }];
    const [first] = theirs.versions;
    if (!first) throw new Error('The sample has versions.');
    const version = { ...first, description: hostile, token_count: 1 };
    const files = [{ path: hostile, status: 'changed' as const, diff: `@@ -1 +1 @@\n-${hostile}\n+${hostile}` }];
    const asks = {
      commands: [hostile],
      domains: [hostile],
      environment: [],
      allowed_tools: [hostile],
      token_count: 0,
      complete: true,
    };
    const source = filePage({ path: hostile, text: hostile }, { skill: theirs, version: first, manifest, scan });
    const [event] = events as [(typeof events)[number]];
    const pages = [
      await render('/ada/tidy-tables/v/b', versionPage({ skill: theirs, version, manifest, scan, skillMd: hostile })),
      await render('/ada/tidy-tables/v/b/files', source),
      await render('/ada/tidy-tables/v/b/files', { ...source, file: { ...source.file, path: `${hostile}.md` } }),
      await render('/ada/tidy-tables/diff', { ...diffPage({ files, asks }), skill: theirs }),
      await render('/x', notFound([], { code: 'file_not_found', message: hostile })),
      await render('/', homePage([theirs])),
      await render(
        '/ada',
        profilePage({ displayName: hostile, bio: hostile, publicKey: hostile, skills: [theirs], members }),
      ),
      await render('/ada/kit/tools', kitPage({ name: hostile, description: hostile })),
      await render('/ada/followers', followersPage({ items: members })),
      await render('/activity', activityPage([{ ...event, label: hostile, title: hostile, description: hostile }])),
      await render(
        '/ada/tidy-tables',
        skillPage({ skill: theirs, manifest, scan, inKits: { kits, total: 2 }, skillMd: hostile }),
      ),
      await render('/ada/tidy-tables', skillPage({ skill: theirs, skillMd: hostile.repeat(10_000) })),
    ];
    for (const html of pages) {
      for (const tag of tagsOf(html)) {
        if (tag.name === 'img') expect(tag.attributes.get('src')).toMatch(/^\/[a-z0-9-]+\.png$/);
        if (isScript(tag)) expect(tag.attributes.get('src')).toMatch(/^\/_astro\//);
        expect([...tag.attributes.keys()].filter((name) => name.startsWith('on'))).toEqual([]);
      }
      expect(textOf(html)).toContain(hostile);
    }
  });

  it.each([
    ['a heading', `# ${hostile}`],
    ['code', `\`${hostile}\``],
    ['a block of code', `\`\`\`html\n${hostile}\n\`\`\``],
    ['a fence of no known language', `\`\`\`"><script>alert(1)</script>\n${hostile}\n\`\`\``],
    ['a fence with an attribute', '```js" onclick="alert(1)\nlet a\n```'],
    ['a table', `| a |\n| - |\n| ${hostile} |`],
    ['a link title', `[a](https://x.example '${hostile.replaceAll("'", '')}')`],
    ['a link text', `[${hostile}](https://x.example)`],
    ['a picture', `![${hostile}](https://x.example/a.png "${hostile.replaceAll('"', '')}")`],
    ['raw HTML', `<div onclick="alert(1)" style="color:red"><style>*{}</style></div>\n\n${hostile}`],
  ])('is escaped in %s', async (_where, body) => {
    const html = await rendered(body);
    expect(html).not.toBe('');
    expectOurs(html);
  });

  it('never becomes anything but our elements, attributes and schemes, whatever it is', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        ...[
          '[',
          ']',
          '(',
          ')',
          '<',
          '>',
          '"',
          "'",
          '`',
          '```',
          '\n',
          '\n\n',
          '# ',
          '- ',
          '> ',
          '|',
          '|-|\n',
          '![',
          '](',
          ': ',
          '&',
        ],
        ...[
          'javascript:alert(1)',
          'data:text/html,x',
          'https://x.example',
          '<script>',
          'onerror=',
          '&#106;avascript:',
          '#md-a',
          './',
          '../',
        ],
        ...[
          'SKILL.md',
          'scripts/tidy.py',
          '\\',
          '%',
          '\u0000',
          '\u202e',
          '~~~js\n',
          '    ',
          '*',
          '_',
          '[a]: javascript:x\n',
        ],
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) =>
        expectOurs(await rendered(pieces.join(''))),
      ),
      { numRuns: 400 },
    );
  });
});

describe('links', () => {
  it.each([
    ['[a](https://x.example/?a=1&b=2)', 'https://x.example/?a=1&b=2'],
    ['<https://x.example/>', 'https://x.example/'],
    ['see https://x.example/a.', 'https://x.example/a'],
    ['[a](mailto:a@x.example)', 'mailto:a@x.example'],
    ['[a](HTTPS://x.example)', 'HTTPS://x.example'],
    ['![a](https://x.example/a.png)', 'https://x.example/a.png'],
  ])('%s leads out, without weight', async (body, href) => {
    const links = tagsOf(await rendered(body)).filter((tag) => tag.name === 'a');
    expect(links.map((tag) => [tag.attributes.get('href'), tag.attributes.get('rel')])).toEqual([
      [href, 'nofollow noopener ugc'],
    ]);
  });

  it.each([
    ['[a](scripts/tidy.py)', 'scripts/tidy.py'],
    ['[a](./scripts/../SKILL.md#part)', 'SKILL.md'],
    ['[a](<references/all of it.md>)', 'references/all of it.md'],
    ['[a](references/all%20of%20it.md?x)', 'references/all of it.md'],
    ['![a](scripts/tidy.py)', 'scripts/tidy.py'],
    ['[a][b]\n\n[b]: scripts/tidy.py', 'scripts/tidy.py'],
  ])('%s leads to the file of this version', async (body, path) => {
    expect(valuesOf(await rendered(body), 'href')).toEqual([file(path)]);
  });

  it.each([
    '[text](javascript:alert(1))',
    '[text](JaVaScRiPt:alert(1))',
    '[text](&#106;avascript:alert(1))',
    '[text](java&Tab;script:alert(1))',
    '[text](data:text/html,hi)',
    '[text](vbscript:x)',
    '[text](file:///etc/passwd)',
    '[text](//x.example/a)',
    '[text](/ada)',
    '[text](missing.md)',
    '[text](../SKILL.md)',
    '[text](scripts/)',
    '[text](%ff.md)',
    '[text](#no-such-heading)',
    '![text](data:image/png;base64,AAAA)',
    '![text](missing.png)',
  ])('%s stays text', async (body) => {
    const html = await rendered(body);
    expect(valuesOf(html, 'href')).toEqual([]);
    expect(textOf(html)).toBe('text');
  });

  it('takes no file name for an address', async () => {
    expect(valuesOf(await rendered('Read SKILL.md, then run.sh and www.x.example or a@x.example'), 'href')).toEqual([]);
  });

  it('finds the heading that a fragment means', async () => {
    const html = await rendered('# Über uns\n\n## Über uns\n\n[a](#über-uns) [b](#Über-uns)');
    expect(valuesOf(html, 'id')).toEqual(['md-über-uns', 'md-über-uns-1']);
    expect(valuesOf(html, 'href')).toEqual([
      `#${encodeURIComponent('md-über-uns')}`,
      `#${encodeURIComponent('md-über-uns')}`,
    ]);
  });

  it('keeps the text of a picture inside a link, once', async () => {
    const html = await rendered('[![Build](https://x.example/b.svg)](https://x.example/ci)');
    expect(valuesOf(html, 'href')).toEqual(['https://x.example/ci']);
    expect(textOf(html)).toBe('Build');
  });
});

describe('the document', () => {
  it.each([
    ['---\nname: a\n---\nText', 'Text'],
    ['\uFEFF---\r\nname: a\r\n---\r\nText', 'Text'],
    ['---\n---\nText', 'Text'],
    ['---\nbroken: : yaml\n---\n\nText\n\n---\n\nMore', 'Text More'],
    ['Text without any', 'Text without any'],
  ])('is shown without its frontmatter: %j', async (skillMd, text) => {
    expect(textOf(await rendered(skillMd))).toBe(text);
  });

  it('has its headings below ours', async () => {
    const html = await rendered('# a\n\n## b\n\n##### c');
    expect(tagsOf(html).map((tag) => tag.name)).toEqual(['h3', 'h4', 'h6']);
  });

  it('has its code highlighted by class where the language is known', async () => {
    expect(await rendered('```js\nlet a = 1;\n```')).toContain('<span class="hljs-keyword">let</span>');
    expect(tagsOf(await rendered('```nonesuch\nlet a = 1;\n```')).map((tag) => tag.name)).toEqual(['pre', 'code']);
  });

  it('leaves code plain that would take long: a big block, a long line, many blocks', async () => {
    const spans = async (body: string) => (await rendered(body)).match(/<span class="hljs-/g)?.length ?? 0;
    expect(await spans(`\`\`\`js\n${'let a = 1;\n'.repeat(5000)}\`\`\``)).toBe(0);
    expect(await spans(`\`\`\`js\nlet a = "${'a'.repeat(600)}";\n\`\`\``)).toBe(0);
    const block = `\`\`\`js\n${'let a = 1;\n'.repeat(300)}\`\`\`\n\n`;
    expect(await spans(block.repeat(100))).toBeLessThan(300 * 2 * 11);
    expect(await spans(block)).toBe(300 * 2);
  });

  it('aligns cells by class, in a box that scrolls', async () => {
    const html = await rendered('| a | b |\n| --: | :-: |\n| 1 | 2 |');
    expect(html).toContain('<div class="scroll" tabindex="0"><table');
    expect(html).toContain('<td class="right">1</td>');
    expect(html).toContain('<td class="center">2</td>');
  });

  it('is shown as it was written when it is very long', async () => {
    const html = await renderBody(`# Title\n\n${'<b> & '.repeat(50_000)}`);
    expect(documentOf(html)).toBe('');
    expect(textOf(html)).toContain('# Title <b> & <b> &');
  });

  it.each(['[', '![', '*a_', '# a\n', '> ', '`a', '|'])('takes linear time for much of %j', (piece) =>
    expectLinear((length) => renderBody(piece.repeat(Math.floor(length / piece.length))), 256 * 1024 - 1, 10_000),
  );
});
