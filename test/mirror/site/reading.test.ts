import { describe, expect, it } from 'vitest';
import { tabbedAgents } from '../../../origin/contract/clients/agents.ts';
import { hashOf, render } from './sample/built.ts';
import { notFound } from './sample/lists.ts';
import { diffPage, filePage, skill, skillPage, versionPage } from './sample/skill.ts';
import { tagsOf, textOf, valuesOf } from './tags.ts';

const skillHtml = (changes: Parameters<typeof skillPage>[0] = {}) => render('/ada/tidy-tables', skillPage(changes));
const fileHtml = (...given: Parameters<typeof filePage>) => render('/ada/tidy-tables/v/a/files', filePage(...given));
const diffHtml = (changes: Parameters<typeof diffPage>[0] = {}) => render('/ada/tidy-tables/diff', diffPage(changes));
const versionAt = `/ada/tidy-tables/v/${'a'.repeat(64)}`;

const finding = {
  detector: 'pipe-to-shell',
  severity: 'high',
  path: 'scripts/tidy.py',
  line: 2,
  message: 'Runs what it downloads.',
} as const;

describe('ways to get a skill', () => {
  it('are radio buttons with a label each, the first chosen, and every command is there without a script', async () => {
    const html = await skillHtml();
    const radios = tagsOf(html).filter((tag) => tag.attributes.get('type') === 'radio');
    expect(radios.map((tag) => tag.attributes.has('checked'))).toEqual([true, ...Array(9).fill(false)]);
    expect(radios.map((tag) => tag.attributes.get('name'))).toEqual(Array(10).fill('way'));
    expect(valuesOf(html, 'for').filter((id) => id.startsWith('way'))).toEqual(
      radios.map((tag) => tag.attributes.get('id')),
    );
    const text = textOf(html);
    for (const command of [
      'skill-registry add ada/tidy-tables ',
      'skill-registry sync',
      'npx skills add https://mirror.example/ada/tidy-tables ',
      ...tabbedAgents.map(({ id }) => `npx skills add https://mirror.example/ada/tidy-tables -a ${id} `),
      'https://origin.example/api/v1/mcp',
      'curl https://mirror.example/ada/tidy-tables.md',
    ])
      expect(text).toContain(command);
  });

  it('name the very version on its page', async () => {
    const text = textOf(await render(versionAt, versionPage()));
    expect(text).toContain('skill-registry add ada/tidy-tables@aaaaaaaaaaaa ');
    expect(text).toContain(`npx skills add https://mirror.example${versionAt} `);
    expect(text).toContain(`curl https://mirror.example${versionAt}.md`);
  });

  it('lead to the library, where the latest version goes into the form, and to where the MCP link is turned on', async () => {
    expect(valuesOf(await skillHtml(), 'href')).toEqual(
      expect.arrayContaining(['/library#add=ada/tidy-tables', '/settings/tokens', '/docs/mcp']),
    );
    const others = [await render(versionAt, versionPage()), await skillHtml({ skill: { ...skill, deprecated: true } })];
    for (const html of others)
      expect(valuesOf(html, 'href').filter((address) => address.startsWith('/library#'))).toEqual([]);
  });

  it('read a deprecated skill at its version, which still answers', async () => {
    const text = textOf(await skillHtml({ skill: { ...skill, deprecated: true } }));
    expect(text).toContain(`curl https://mirror.example/ada/tidy-tables/v/${'b'.repeat(64)}.md`);
  });
});

describe('skill', () => {
  it('names the kits that hold it, and where the rest is when there are many', async () => {
    const kits = Array.from({ length: 12 }, (_, index) => ({
      owner: 'grace',
      slug: `kit-${index}`,
      name: `Kit ${index}`,
    }));
    const text = textOf(await skillHtml({ inKits: { kits, total: 15 } }));
    expect(text).toMatch(/In kits Kit 0 grace Kit 1 grace .* Kit 11 grace And 3 more \./);
    expect(textOf(await skillHtml({ inKits: { kits: [], total: 0 } }))).not.toContain('In kits');
  });

  it('links each finding to its line and to its rule', async () => {
    const scan = {
      hash: skill.latest_hash,
      status: 'flagged' as const,
      corpus_version: 7,
      findings: [finding],
      unread: [],
    };
    const addresses = valuesOf(await skillHtml({ scan }), 'href');
    const file = `/ada/tidy-tables/v/${'b'.repeat(64)}/files?path=scripts%2Ftidy.py&view=source#L2`;
    expect(addresses).toEqual(expect.arrayContaining([file, '/docs/scanning#pipe-to-shell']));
  });

  it('tells how to check a signature, where there is one', async () => {
    const signed = {
      ...skillPage().signature,
      signatureStatus: 'verified' as const,
      statement: '{}',
      signature: '-----BEGIN SSH SIGNATURE-----',
      public_key: 'ssh-ed25519 AAAA',
      fingerprint: 'SHA256:abc',
      namespace: 'skill-publish',
    };
    const text = textOf(await skillHtml({ signature: signed }));
    expect(text).toContain('SHA256:abc');
    expect(text).toContain('ssh-keygen -Y verify -f signers -I ada -n skill-publish -s statement.sig < statement');
    expect(text).toContain('skill-registry verify ada/tidy-tables');
    expect(textOf(await skillHtml())).not.toContain('ssh-keygen');
  });

  it('says that it is a copy, above its text', async () => {
    const mirrored = { ...skill, is_mirror: true, mirror_source_url: 'https://elsewhere.example/x' };
    expect(textOf(await skillHtml({ skill: mirrored }))).toMatch(
      /tidy-tables Imported This skill was imported.* https:\/\/elsewhere\.example\/x \. Turns ragged/,
    );
  });
});

describe('version', () => {
  it('says which it is, that it is not the newest, and what changed since', async () => {
    const html = await render(versionAt, versionPage());
    expect(textOf(html)).toMatch(/ada \/ tidy-tables 1\.0\.0 Not the latest version The latest is 1\.1\.0 \./);
    const since = `/ada/tidy-tables/diff?from=${'a'.repeat(64)}&to=${'b'.repeat(64)}`;
    expect(valuesOf(html, 'href')).toContain(since);
    expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${versionAt}.md">`);
  });

  it('says when it is the newest', async () => {
    const [newest] = skill.versions;
    if (!newest) throw new Error('The sample has versions.');
    const text = textOf(await render('/x', versionPage({ version: { ...newest, description: '', token_count: 1 } })));
    expect(text).toContain('The latest version.');
    expect(text).not.toContain('Not the latest');
  });

  it.each([
    ['version_quarantined', /quarantined\. .* moderation log/i],
    ['version_not_found', /no such version\. .* withdrew it/],
    ['file_not_found', /no such file\. .* Each version has its own files/],
  ] as const)('explains %s', async (code, words) => {
    const text = textOf(await render('/x', notFound([], { code, message: 'The very one.' })));
    expect(text).toMatch(words);
    expect(text).toContain('The very one.');
  });
});

describe('file', () => {
  it('has each line under a number that can be linked to, highlighted by the ending of its name', async () => {
    const html = await fileHtml();
    expect(html).toContain('<span id="L1"><a href="#L1">1</a><span class="hljs-keyword">import</span> os\n</span>');
    expect(valuesOf(html, 'id').filter((id) => /^L\d/.test(id))).toEqual(['L1', 'L2', 'L3']);
  });

  it('keeps what spans lines whole on each of them', async () => {
    const html = await fileHtml({ text: '"""one\ntwo"""\n' });
    expect(html).toContain('>1</a><span class="hljs-string">&quot;&quot;&quot;one</span>\n</span>');
    expect(html).toContain('>2</a><span class="hljs-string">two&quot;&quot;&quot;</span>\n</span>');
  });

  it('shows what can’t be seen, and counts Windows line breaks as one', async () => {
    const html = await fileHtml({ text: 'a\u202eb\r\nc\u0007\u200b', path: 'a.txt' });
    expect(html).toContain('>1</a>a<span class="invisible-character">U+202E</span>b\n</span>');
    expect(html).toContain(
      'c<span class="invisible-character">U+0007</span><span class="invisible-character">U+200B</span>\n</span>',
    );
  });

  it('sets Markdown for reading, its links beginning where it is, with a way to its source', async () => {
    const html = await fileHtml({
      path: 'references/all of it.md',
      text: '# All\n\n[t](../scripts/tidy.py) [gone](tidy.py)',
    });
    expect(html).toContain('<article class="prose"><h3');
    const addresses = valuesOf(html, 'href');
    expect(addresses).toContain(`${versionAt}/files?path=references%2Fall%20of%20it.md&view=source`);
    expect(addresses.filter((address) => address.endsWith('tidy.py'))).toHaveLength(2); // the text's and the list's
    const source = await fileHtml({ path: 'SKILL.md', text: '---\nname: a\n---\n# All' }, { view: 'source' });
    expect(source).not.toContain('<article');
    expect(textOf(source)).toContain('1 --- 2 name: a 3 --- 4 # All');
  });

  it.each([
    ['what is not text', { encoding: 'base64', text: 'AAAA', path: 'a.png' }, 'This file is not text'],
    ['a large file', { text: 'a'.repeat(256 * 1024 + 1) }, 'This file is too large to show'],
    ['a file of many lines', { text: '\n'.repeat(8001) }, 'This file is too large to show'],
    ['a large document', { text: '#'.repeat(256 * 1024 + 1), path: 'SKILL.md' }, 'This file is too large to show'],
    ['an empty file', { text: '', size: 0 }, 'This file is empty'],
  ] as const)('says so of %s, and leads to the raw read', async (_what, file, words) => {
    const html = await fileHtml(file);
    expect(textOf(html)).toContain(words);
    expect(html.length).toBeLessThan(20_000);
    const path = encodeURIComponent('path' in file ? file.path : 'scripts/tidy.py');
    expect(valuesOf(html, 'href')).toContain(
      `/api/v1/skills/ada/tidy-tables/versions/${hashOf('a')}/file?path=${path}`,
    );
  });

  it('stays a page that can be opened at the longest', async () => {
    const text = `${'<&"'.repeat(10)}\n`.repeat(8000);
    expect((await fileHtml({ text, path: 'a.txt' })).length).toBeLessThan(2 * 1024 * 1024);
  });

  it('lists the other files of the version, itself marked', async () => {
    const current = tagsOf(await fileHtml()).filter((tag) => tag.attributes.get('aria-current') === 'page');
    expect(current.map((tag) => tag.attributes.get('href'))).toEqual([`${versionAt}/files?path=scripts%2Ftidy.py`]);
  });

  it('lists what the scan found in it, with the line', async () => {
    const scan = { hash: hashOf('a'), status: 'flagged' as const, corpus_version: 7, findings: [finding], unread: [] };
    expect(textOf(await fileHtml({}, { scan }))).toContain('high line 2 Runs what it downloads. pipe-to-shell');
    expect(textOf(await fileHtml({ path: 'SKILL.md' }, { scan }))).not.toContain('Runs what it downloads');
  });
});

describe('changes', () => {
  it('say in words what is newly mentioned before they show lines', async () => {
    expect(textOf(await diffHtml())).toMatch(
      /New in this version Commands curl Domains x\.example .* costs 12 fewer tokens\..* scripts\/tidy\.py changed, \+1 −1/,
    );
    const asks = { commands: [], domains: [], environment: [], allowed_tools: [], token_count: 0, complete: true };
    expect(textOf(await diffHtml({ asks }))).toMatch(
      /Found no new commands run by scripts, .* were not checked\. SKILL\.md costs as many tokens as before/,
    );
  });

  it('say what was left out, and promise nothing of it', async () => {
    const files = [{ path: 'big.js', status: 'changed' as const, diff: '', omitted: 'too_large' as const }];
    const none = { commands: [], domains: [], environment: [], allowed_tools: [], token_count: 0 };
    const text = textOf(await diffHtml({ files, asks: { ...none, complete: false }, complete: false }));
    expect(text).toMatch(
      /there may be more\. In the parts that were read, found no new .* big\.js changed Too large to compare\. Read this file/,
    );
    expect(text).not.toMatch(/Found no new|Not text/);
  });

  it('show lines with their signs, without the header that names files', async () => {
    const html = await diffHtml();
    expect(html).toContain(
      '<span class="removed">-print(<span class="word">1</span>)\n</span><span class="added">+print(<span class="word">2</span>)\n</span>',
    );
    expect(textOf(html)).not.toMatch(/--- a\/|====/);
  });

  it('let both versions be chosen without a script', async () => {
    const html = await diffHtml();
    const chosen = tagsOf(html).filter((tag) => tag.name === 'option' && tag.attributes.has('selected'));
    expect(chosen.map((tag) => tag.attributes.get('value'))).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
    expect(tagsOf(html).filter((tag) => tag.name === 'select')).toHaveLength(2);
  });

  it('keep to what a page has room for', async () => {
    const diff = (lines: number) => `===\n--- a\n+++ b\n@@ -1 +1 @@\n${'+a\n'.repeat(lines)}`;
    const files = ['a', 'b', 'c'].map((path) => ({ path, status: 'added' as const, diff: diff(4000) }));
    const text = textOf(await diffHtml({ files }));
    expect(text.match(/Too large to show here/g)).toHaveLength(2);
    expect(textOf(await diffHtml({ files: [{ path: 'x.png', status: 'changed', diff: '' }] }))).toContain('Not text');
  });

  it('say when there is nothing to compare, or one version twice', async () => {
    const alone = await render('/ada/tidy-tables/diff', { ...diffPage(), diff: undefined });
    expect(textOf(alone)).toContain('This skill has no earlier version to compare with.');
    expect(textOf(await diffHtml({ to: hashOf('a'), files: [] }))).toContain('Both versions are the same');
  });
});
