import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, errors } from '../../../origin/contract/errors.ts';
import { clientFolder, contentPolicy, hashOf, render, site } from './sample/built.ts';
import { renderAll } from './sample/every.ts';
import { homePage, notFound } from './sample/lists.ts';
import { profilePage } from './sample/owned.ts';
import { errorsPage, scanningPage, scanRule } from './sample/registry.ts';
import { skill, skillPage } from './sample/skill.ts';
import { isScript, tagsOf, textOf, valuesOf } from './tags.ts';

const finding = {
  detector: 'pipe-to-shell',
  severity: 'high',
  path: 'scripts/tidy.py',
  line: 12,
  message: 'Runs what it downloads.',
} as const;

describe('every page', () => {
  it('is the same bytes for the same data, whatever was rendered in between', async () => {
    const first = await renderAll();
    expect(await renderAll()).toEqual(first);
    const together = await Promise.all([renderAll(), renderAll()]);
    expect(together).toEqual([first, first]);
  });

  it('has scripts of its own host alone, no inline style and no event handler, and says so in its policy', async () => {
    for (const [name, html] of await renderAll()) {
      const tags = tagsOf(html);
      for (const { attributes } of tags.filter(isScript)) {
        const address = attributes.get('src') ?? '';
        expect(address, name).toMatch(/^\/_astro\/[\w.-]+\.js$/);
        expect(statSync(new URL(`.${address}`, clientFolder)).size, address).toBeLessThan(5 * 1024);
      }
      expect(
        tags.filter((tag) => ['style', 'iframe', 'object', 'embed', 'base'].includes(tag.name)),
        name,
      ).toEqual([]);
      const forms = tags.filter((tag) => tag.name === 'form');
      expect(
        forms.filter((tag) => tag.attributes.get('method') !== 'get'),
        name,
      ).toEqual([]);
      const attributes = tags.flatMap((tag) => [...tag.attributes.keys()]);
      expect(
        attributes.filter((attribute) => attribute === 'style' || attribute.startsWith('on')),
        name,
      ).toEqual([]);
      const policies = tags.filter((tag) => tag.attributes.get('http-equiv') === 'Content-Security-Policy');
      expect(
        policies.map((tag) => tag.attributes.get('content')),
        name,
      ).toEqual([contentPolicy]);
    }
    expect(contentPolicy).toMatch(/^default-src 'none';/);
    expect(contentPolicy).not.toMatch(/unsafe|https?:|data:/);
  });

  it('loads its styles and icon from its own host, under names that change with their content', async () => {
    for (const [name, html] of await renderAll()) {
      const links = tagsOf(html).filter(
        (tag) => tag.name === 'link' && /stylesheet|icon/.test(tag.attributes.get('rel') ?? ''),
      );
      const addresses = links.map((tag) => tag.attributes.get('href') ?? '');
      expect(addresses, name).toHaveLength(2);
      for (const address of addresses) {
        expect(address).toMatch(/^\/_astro\/[\w.-]+\.[\w-]{8}\.(?:css|svg)$/);
        expect(existsSync(new URL(`.${address}`, clientFolder)), address).toBe(true);
      }
      expect(valuesOf(html, 'srcset'), name).toEqual([]);
    }
  });

  it('has one h1, a language, a title, a main landmark and no id twice', async () => {
    for (const [name, html] of await renderAll()) {
      const tags = tagsOf(html);
      const countOf = (wanted: string) => tags.filter((tag) => tag.name === wanted).length;
      expect([countOf('h1'), countOf('main')], name).toEqual([1, 1]);
      expect(html.slice(0, html.indexOf('</head>')).match(/<title>[^<]+<\/title>/g), name).toHaveLength(1);
      expect(tags[0]?.attributes.get('lang'), name).toBe('en');
      const ids = valuesOf(html, 'id');
      expect(new Set(ids).size, name).toBe(ids.length);
    }
  });

  it('never calls anything safe', async () => {
    for (const [name, html] of await renderAll()) expect(textOf(html), name).not.toMatch(/\bsafe/i);
  });
});

describe('a page and its path', () => {
  it('takes the canonical address from the path', async () => {
    const html = await render('/ada/tidy-tables', skillPage());
    expect(html).toContain('<link rel="canonical" href="https://mirror.example/ada/tidy-tables">');
    expect(await render('/ada/none', notFound())).not.toContain('canonical');
  });

  it('renders people and skills that are called like an error page', async () => {
    for (const name of ['404', '500', '_astro', 'index']) {
      expect(textOf(await render(`/${name}`, profilePage({ handle: name })))).toContain('Ada L.');
      expect(textOf(await render(`/${name}/${name}`, skillPage()))).toContain('Tidy tables');
    }
  });

  it('names the page and the cause when a template fails', async () => {
    const broken = { page: 'profilePage', site, profile: undefined } as never;
    await expect(render('/ada', broken)).rejects.toThrow('profilePage at /ada');
    await expect(render('/ada', broken)).rejects.toHaveProperty('cause', expect.any(TypeError));
  });
});

describe('home', () => {
  it('shows the numbers, skills, kits and commands that name this registry', async () => {
    const text = textOf(await render('/', homePage()));
    expect(text).toMatch(/Most installed .*Newest .*Kits All kits Tables, end to end/);
    expect(text).toContain('4,766');
    expect(text).toContain('Turns ragged tables into tidy ones.');
    expect(text).toContain('curl https://mirror.example/ada/tidy-tables.md');
    expect(text).toContain('npx https://mirror.example/skill-registry.tgz install ada/tidy-tables ');
    expect(text).toMatch(
      /Find .*Look .*No issues found \(rules 7\).*Approve .*skill-registry add ada\/tidy-tables .*Sync .*skill-registry sync/,
    );
  });

  it('marks deprecated skills', async () => {
    expect(textOf(await render('/', homePage([{ ...skill, deprecated: true }])))).toContain('deprecated');
  });

  it('is whole without a single skill', async () => {
    const text = textOf(await render('/', { ...homePage([]), kits: [] }));
    expect(text).toContain('Nothing published yet.');
    expect(text).toContain('curl https://mirror.example/<author>/<skill>.md');
    expect(text).not.toMatch(/Most installed|Kits All/);
  });
});

describe('profile', () => {
  it('shows a team with its members', async () => {
    const members = [{ handle: 'grace', name: 'Grace H.', avatar_url: '' }];
    const html = await render('/ada', profilePage({ kind: 'team', members }));
    expect(textOf(html)).toMatch(/Team · ada.*Members Grace H\. grace/);
    expect(valuesOf(html, 'href')).toContain('/grace');
  });

  it('points at its Markdown', async () => {
    expect(await render('/ada', profilePage())).toContain('<link rel="alternate" type="text/markdown" href="/ada.md">');
  });
});

describe('skill', () => {
  it('gives the commands to read and to unpack it, and its Markdown', async () => {
    const html = await render('/ada/tidy-tables', skillPage());
    expect(textOf(html)).toContain('curl https://mirror.example/ada/tidy-tables.md');
    expect(textOf(html)).toContain(
      `curl -fsS https://mirror.example/ada/tidy-tables/v/${'b'.repeat(64)}.tar.gz | tar -xz -C tidy-tables`,
    );
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/ada/tidy-tables.md">');
  });

  it('shows the short hash with the whole one behind it', async () => {
    expect(await render('/ada/tidy-tables', skillPage())).toContain(`<code title="${hashOf('b')}">bbbbbbbbbbbb</code>`);
  });

  it('links each file of the version, its path encoded', async () => {
    expect(valuesOf(await render('/ada/tidy-tables', skillPage()), 'href')).toContain(
      `/ada/tidy-tables/v/${'b'.repeat(64)}/files?path=references%2Fall%20of%20it.md`,
    );
  });

  it('puts the deprecation first and leaves out what answers 410', async () => {
    const deprecated = { ...skill, deprecated: true, deprecation_message: 'Use tidier-tables.' };
    const html = await render('/ada/tidy-tables', skillPage({ skill: deprecated }));
    expect(textOf(html)).toMatch(/Deprecated by its author Use tidier-tables\. Turns ragged/);
    expect(html).not.toContain('tidy-tables.md');
    expect(textOf(await render('/ada/tidy-tables', skillPage()))).not.toContain('eprecated');
  });

  it('shows that a moderator acted', async () => {
    const text = textOf(
      await render('/ada/tidy-tables', skillPage({ skill: { ...skill, moderationStatus: 'warned' } })),
    );
    expect(text).toContain('Moderation: warned');
  });

  it.each([
    ['verified', 'verified'],
    ['unsigned', 'unsigned'],
    ['key_revoked', 'key revoked'],
    ['mirrored', 'imported'],
  ] as const)('words the signature %s as “%s”, and calls nothing else verified', async (signatureStatus, words) => {
    const text = textOf(await render('/ada/tidy-tables', skillPage({ skill: { ...skill, signatureStatus } })));
    expect(text).toContain(`Signature ${words} `);
    expect(text.includes('verified')).toBe(signatureStatus === 'verified');
  });

  it.each([
    ['clean', [], 'Scan No issues found (rules 7) '],
    ['flagged', [finding], 'Scan 1 high finding (rules 7) '],
    ['incomplete', [], 'Scan Held (rules 7) '],
    ['quarantined', [finding], 'Scan Quarantined: 1 high finding (rules 7) '],
  ] as const)('words the scan %s', async (status, findings, words) => {
    const scan = { hash: skill.latest_hash, status, corpus_version: 7, findings: [...findings], unread: [] };
    const versions = skill.versions.map((version) => ({ ...version, scanStatus: status }));
    const text = textOf(await render('/ada/tidy-tables', skillPage({ skill: { ...skill, versions }, scan })));
    expect(text).toContain(words);
    expect(text.includes('No issues found')).toBe(status === 'clean');
    expect(text).not.toMatch(/\bsafe/i);
  });

  it('lists findings gravest first, each with its place; a finding about a whole file has no line', async () => {
    const findings = [
      { ...finding, severity: 'low' as const, path: 'SKILL.md', line: 0, message: 'Odd name.' },
      finding,
    ];
    const scan = { hash: skill.latest_hash, status: 'flagged' as const, corpus_version: 7, findings, unread: [] };
    const text = textOf(await render('/ada/tidy-tables', skillPage({ scan })));
    expect(text).toContain(
      'high scripts/tidy.py:12 Runs what it downloads. pipe-to-shell low SKILL.md Odd name. pipe-to-shell',
    );
  });

  it('says what stands behind a finding, and behind none', async () => {
    const scan = { hash: skill.latest_hash, status: 'flagged' as const, corpus_version: 7, unread: [] };
    const rules = [
      { id: 'pipe-to-shell', summary: 'Runs a download.', measured: { right: 3, of: 4 } },
      { id: 'opens-shell', summary: 'Opens a shell.' },
    ];
    const html = await render('/ada/tidy-tables', skillPage({ scan: { ...scan, findings: [finding], rules } }));
    const text = textOf(html);
    expect(text).toContain('Runs a download. Precision of this rule: right in 3 of 4 findings checked by hand.');
    expect(text).toContain('Opens a shell. Precision of this rule: not measured.');
    const nothing = { ...scan, status: 'clean' as const, findings: [], rules: [] };
    const addresses = valuesOf(await render('/ada/tidy-tables', skillPage({ scan: nothing })), 'href');
    expect(addresses).toContain('/docs/scanning');
  });

  it('says that nothing was found only of what was read, and names many in part', async () => {
    const none = {
      programs: [],
      variables: [],
      filesRead: [],
      filesWritten: [],
      tools: [],
      packages: [],
      agentConfig: [],
    };
    const hosts = Array.from({ length: 200 }, (_, i) => ({ name: `h${i}.example`, path: 'a.md', line: i + 1 }));
    const unread = [{ path: 'b.png', reason: 'picture' as const }];
    const scan = { hash: skill.latest_hash, status: 'clean' as const, corpus_version: 7, findings: [], unread };
    hosts.push({ name: 'z.example', path: 'run.sh', line: 1 });
    const capabilities = { ...none, hosts, acts: [], more: ['hosts' as const], unread };
    const text = textOf(await render('/ada/tidy-tables', skillPage({ scan: { ...scan, capabilities } })));
    expect(text).toMatch(/z\.example run\.sh:1 h0\.example .* h10\.example a\.md:11 at least 189 more/);
    expect(text).toContain('None found in the files that were read: data sent, downloads run, secrets read');
    expect(text).toContain('Not read: b.png is a picture.');
    const whole = { ...capabilities, unread: [] };
    const read = textOf(
      await render('/ada/tidy-tables', skillPage({ scan: { ...scan, unread: [], capabilities: whole } })),
    );
    expect(read).toContain('None found: data sent, downloads run, secrets read');
  });

  it('links each finding to its rule, and the version to where it is reported', async () => {
    const scan = {
      hash: skill.latest_hash,
      status: 'flagged' as const,
      corpus_version: 7,
      findings: [finding],
      unread: [],
    };
    const addresses = valuesOf(await render('/ada/tidy-tables', skillPage({ scan })), 'href');
    expect(addresses).toContain('/docs/scanning#pipe-to-shell');
    expect(addresses).toContain(`/moderation#report=ada:tidy-tables@${skill.latest_hash}`);
  });

  it('offers no content of a quarantined version, and compares around it', async () => {
    const [latest, first] = skill.versions;
    if (!latest || !first) throw new Error('The sample has two versions.');
    const versions = [latest, { ...first, hash: hashOf('e'), scanStatus: 'quarantined' as const }, first];
    const addresses = valuesOf(await render('/ada/tidy-tables', skillPage({ skill: { ...skill, versions } })), 'href');
    expect(addresses.filter((address) => address.includes('e'.repeat(64)))).toEqual([
      `/api/v1/skills/ada/tidy-tables/versions/${hashOf('e')}/scan`,
    ]);
    expect(addresses).toContain(`/ada/tidy-tables/diff?from=${'a'.repeat(64)}&to=${'b'.repeat(64)}`);
  });

  it('names where a mirrored skill comes from, as a link only if it is one', async () => {
    const mirrored = (mirror_source_url: string) =>
      render(
        '/ada/tidy-tables',
        skillPage({ skill: { ...skill, is_mirror: true, mirror_source_url, mirror_license: 'MIT' } }),
      );
    expect(valuesOf(await mirrored('https://elsewhere.example/x'), 'href')).toContain('https://elsewhere.example/x');
    const html = await mirrored('javascript:alert(1)');
    expect(valuesOf(html, 'href').join(' ')).not.toContain('javascript');
    expect(textOf(html)).toContain('Imported from javascript:alert(1) Licence MIT');
  });
});

describe('errors', () => {
  it('explains every code of the table at its own anchor', async () => {
    const html = await render('/docs/errors', errorsPage);
    const ids = valuesOf(html, 'id');
    const text = textOf(html);
    for (const code of Object.keys(errors) as ErrorCode[]) {
      expect(ids).toContain(code);
      const remedy = errors[code].remedy.replaceAll('`', ' ').replace(/\s+/g, ' ').trim();
      expect(text.replace(/\s+/g, ' ')).toContain(`${code} ${errors[code].message} ${remedy}`);
    }
  });
});

describe('scanning', () => {
  it('explains each rule at its own anchor, below what its findings do, with both examples as text', async () => {
    const advice = { ...scanRule, id: 'name-mismatch', severity: 'low', consequence: 'advise' } as const;
    const html = await render('/docs/scanning', scanningPage([advice, scanRule]));
    const ids = valuesOf(html, 'id');
    expect(ids.filter((id) => /^rules-|^private-key$|^name-mismatch$/.test(id))).toEqual([
      'rules-refuse',
      'private-key',
      'rules-advise',
      'name-mismatch',
    ]);
    const text = textOf(html);
    expect(text).toMatch(/Refused You can’t publish this in a public skill, .* private-key Severity high · Refused/);
    expect(text).toContain('Found in deploy.pem <key>\\u{200B}\\x7F</key> Not found in README.md your key here');
  });

  it('says what a clean scan means, and how to scan offline', async () => {
    const text = textOf(await render('/docs/scanning', scanningPage()));
    expect(text).toContain('clean means not flagged');
    expect(text).toContain('skill-registry lint <folder>');
    expect(text).toContain('npm run operator -- scan <directory>');
  });
});
