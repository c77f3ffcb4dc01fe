import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, render } from './sample/built.ts';
import { renderBody, skill, skillPage, versionPage } from './sample/skill.ts';
import { tagsOf, textOf, valuesOf } from './tags.ts';

const html = (changes: Parameters<typeof skillPage>[0] = {}) => render('/ada/tidy-tables', skillPage(changes));
const version = (number: number, published_at: number, scanStatus: 'clean' | 'flagged' = 'clean') => ({
  hash: `sha256:${number.toString(16).padStart(64, '0')}`,
  published_at,
  version_label: `1.${number}.0`,
  version: number,
  scanStatus,
});
const day = 86_400;
const withVersions = (versions: ReturnType<typeof version>[]) => {
  const { hash = '' } = versions[0] ?? {};
  return html({ skill: { ...skill, latest_hash: hash, versions } });
};
const withFiles = (paths: string[]) => {
  const files = paths.map((path) => ({ path, size: 1024, hash: hashOf('c') }));
  return html({ manifest: { ...skillPage().manifest, files } });
};
/** The part of a page that begins with the heading of this id, up to the next part. */
const partOf = (page: string, id: string): string =>
  page.split('<div class="part">').find((part) => part.includes(` id="${id}"`)) ?? '';

describe('the tabs of a skill’s page', () => {
  const tabs = ['#document', '#files', '#versions', '#does', '#findings'];

  it.each([
    ['skill', html],
    ['version', () => render('/x', versionPage())],
  ])('lead to the heading of each part, in order, on the page of a %s', async (_what, make) => {
    const page = await make();
    const nav = /<nav class="part-names"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? '';
    expect(valuesOf(nav, 'href')).toEqual(tabs);
    const parts = page.split('<div class="part">').slice(1);
    expect(parts).toHaveLength(tabs.length);
    for (const [index, tab] of tabs.entries())
      expect(
        tagsOf(parts[index] ?? '')
          .find(({ name }) => name === 'h2')
          ?.attributes.get('id'),
      ).toBe(tab.slice(1));
    expect(textOf(nav)).toBe('Readme Files 3 Versions 2 Capabilities Scan');
  });

  it('count the findings, and come after the warning and the ways to get it', async () => {
    const findings = [
      { detector: 'a', severity: 'medium' as const, path: 'SKILL.md', line: 1, message: 'It asks.' },
      { detector: 'b', severity: 'high' as const, path: 'SKILL.md', line: 2, message: 'It runs.' },
    ];
    const scan = { hash: skill.latest_hash, status: 'flagged' as const, corpus_version: 7, findings, unread: [] };
    const page = await html({ scan });
    const order = ['class="notice', 'class="tabs"', 'class="part-names"', 'class="part"'].map((it) => page.indexOf(it));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(textOf(page)).toContain('Capabilities Scan 2 ');
  });

  it('fold findings where there are many', async () => {
    const findings = Array.from({ length: 30 }, (_, index) => ({
      detector: `rule-${index}`,
      severity: 'low' as const,
      path: 'SKILL.md',
      line: index + 1,
      message: `Message ${index}.`,
    }));
    const scan = { hash: skill.latest_hash, status: 'clean' as const, corpus_version: 7, findings, unread: [] };
    const part = partOf(await html({ scan }), 'findings');
    expect(textOf(part)).toContain('18 more findings');
    for (const { message } of findings) expect(part.split(message)).toHaveLength(2);
  });
});

describe('the files of a skill', () => {
  it('are a tree: SKILL.md, then folders with what they hold in all, then files', async () => {
    const part = partOf(
      await withFiles(['LICENSE', 'SKILL.md', 'a/b/c.py', 'a/b/d.py', 'e/f.sh', 'e/g/h.sh']),
      'files',
    );
    expect(textOf(part)).toMatch(
      /6 files, 6\.0 KiB: 2 Python, 2 Shell, 1 Markdown, 1 other SKILL\.md 1\.0 KiB a\/b\/ 2 files, 2\.0 KiB c\.py 1\.0 KiB d\.py 1\.0 KiB e\/ 2 files, 2\.0 KiB g\/ 1 file, 1\.0 KiB h\.sh 1\.0 KiB f\.sh 1\.0 KiB LICENSE 1\.0 KiB/,
    );
  });

  it('are all there once, whatever their paths', async () => {
    const segment = fc.constantFrom('a', 'b', 'SKILL.md', 'c.d', 'constructor', '__proto__', 'toString');
    const paths = fc.uniqueArray(
      fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('/')),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(paths, async (given) => {
        const part = partOf(await withFiles(given), 'files');
        const shown = valuesOf(part, 'href').flatMap((address) => {
          const { pathname, searchParams } = new URL(address, 'http://site.invalid');
          return pathname.endsWith('/files') && pathname.includes('/v/')
            ? [searchParams.get('path') ?? 'SKILL.md']
            : [];
        });
        expect(shown.toSorted()).toEqual(given.toSorted());
      }),
      { numRuns: 50 },
    );
  });

  it('are unfolded where they are few', async () => {
    const opened = async (many: number) => {
      const part = partOf(
        await withFiles(['SKILL.md', ...Array.from({ length: many }, (_, i) => `a/${i}.md`)]),
        'files',
      );
      return tagsOf(part).map(({ name, attributes }) => name === 'details' && attributes.has('open'));
    };
    expect(await opened(10)).toContain(true);
    expect(await opened(94)).not.toContain(true);
  });
});

describe('the versions of a skill', () => {
  it('are marks on a line, where there is time between them', async () => {
    const page = await withVersions([version(3, 30 * day, 'flagged'), version(2, 20 * day), version(1, 10 * day)]);
    const marks = tagsOf(page).filter(({ name }) => name === 'circle' && page.includes('chronology'));
    const ours = marks.filter(({ attributes }) => attributes.get('cx')?.endsWith('%'));
    expect(ours.map(({ attributes }) => attributes.get('cx'))).toEqual(['0%', '50%', '100%']);
    expect(ours.map(({ attributes }) => attributes.get('class'))).toEqual([undefined, undefined, 'marked']);
    expect(page).toContain('aria-label="Versions published from 1970-01-11 to 1970-01-31"');
    expect(textOf(page)).toContain('1.2.0: 1970-01-21');
    expect(await withVersions([version(2, day + 9), version(1, day)])).not.toContain('chronology');
  });

  it('take no more room on it the more there are', async () => {
    const many = Array.from({ length: 400 }, (_, index) => version(400 - index, (500 - index) * day));
    const page = await withVersions(many);
    expect(page.match(/<circle class="?|<circle cx="[\d.]+%/g)?.length).toBeLessThan(60);
    expect(textOf(page)).toContain('380 earlier versions');
    for (const { version_label } of [many[0], many[399]] as typeof many)
      expect(page).toContain(`>${version_label}</a>`);
  });

  it('are “not flagged” where the status alone is known, for something low may have been found', async () => {
    const part = partOf(await withVersions([version(2, day, 'flagged'), version(1, 0)]), 'versions');
    expect(textOf(part)).toMatch(/1\.2\.0 latest 1970-01-02 flagged .* 1\.1\.0 1970-01-01 not flagged/);
    expect(textOf(part)).not.toMatch(/no issues/i);
  });
});

describe('the facts of a skill', () => {
  it('hold its tokens against what is usual, and say when it changed last', async () => {
    const text = textOf(await html());
    expect(text).toContain('Tokens 321 In SKILL.md. Median of 2,248 published skills: 864.');
    expect(text).toContain('Last change 2026-09-21 First published 2026-05-28');
  });

  it('name who signed it, and the key', async () => {
    const signature = { ...skillPage().signature, signatureStatus: 'verified' as const, fingerprint: 'SHA256:abc' };
    const page = await html({ skill: { ...skill, signatureStatus: 'verified' }, signature });
    expect(textOf(page)).toContain(
      'Signature verified Signed with the author’s key at the time of publishing. By ada , key SHA256:abc',
    );
    expect(textOf(await html())).not.toContain(', key');
  });
});

describe('a long SKILL.md', () => {
  const sections = (many: number) =>
    Array.from({ length: many }, (_, index) => `## Part ${index}\n\n${'Read this line.\n\n'.repeat(10)}`).join('');
  const folded = (page: string) => /<details class="fold">[\s\S]*<\/details>/.exec(page)?.[0] ?? '';

  it('shows its beginning, and folds the rest before a heading', async () => {
    const page = await renderBody(`# Long\n\n${sections(30)}`);
    const rest = folded(page);
    expect(rest).toMatch(/<div class="prose"><h4 id="md-part-\d+"/);
    expect(page.indexOf('id="md-part-0"')).toBeLessThan(page.indexOf(rest));
    const ids = valuesOf(page, 'id').filter((id) => id.startsWith('md-part'));
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => `md-part-${index}`));
  });

  it('is whole where little would be folded', async () => {
    expect(folded(await renderBody(`# Short\n\n${sections(6)}`))).toBe('');
  });

  it('is folded where it is one block', async () => {
    expect(textOf(folded(await renderBody('- item\n'.repeat(3000))))).toMatch(/^Show all of it Show less item/);
  });

  it('loses and doubles nothing, wherever it is cut', async () => {
    const block = fc.constantFrom(
      '# Head',
      'Words. '.repeat(40),
      '- a\n- b',
      '```js\nlet a = 1;\n```',
      '> quoted',
      '| a |\n| - |\n| b |',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 200 }), async (blocks) => {
        const page = await renderBody(blocks.map((text, index) => `${text}\n\nmark-${index}.`).join('\n\n'));
        const found = [...textOf(page).matchAll(/mark-(\d+)\./g)].map(([, index]) => Number(index));
        expect(found).toEqual(blocks.map((_, index) => index));
      }),
      { numRuns: 40 },
    );
  });
});
