import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encode } from '../../../origin/read/encode.ts';
import { clientFolder, hashOf, render } from './sample/built.ts';
import { skill, skillPage } from './sample/skill.ts';
import { isScript, tagsOf } from './tags.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/skills');
const withCorpus = existsSync(corpus);

/** A page with everything that it loads, as it is sent. */
async function weightOf(html: string): Promise<number> {
  const loaded = tagsOf(html).flatMap(({ name, attributes }) =>
    (name === 'link' && /stylesheet|icon/.test(attributes.get('rel') ?? '')) || isScript({ name, attributes })
      ? [attributes.get('href') ?? attributes.get('src') ?? '']
      : [],
  );
  const bodies = [Buffer.from(html), ...loaded.map((address) => readFileSync(new URL(`.${address}`, clientFolder)))];
  return (await Promise.all(bodies.map((body) => encode(body, 'br')))).reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
}

it.skipIf(!withCorpus)(
  `the longest real skill is below 60 KB with all it loads${withCorpus ? '' : ' (the corpus is not there)'}`,
  async () => {
    const texts = globSync('*/*/SKILL.md', { cwd: corpus }).map((file) => readFileSync(join(corpus, file), 'utf8'));
    const [longest = ''] = texts.sort((a, b) => b.length - a.length);
    expect(longest.length).toBeGreaterThan(45_000);
    const html = await render('/ada/tidy-tables', skillPage({ skillMd: longest }));
    expect(html).toContain('<article class="prose">');
    expect(await weightOf(html)).toBeLessThan(60_000);
  },
);

it('a page of a short skill is below 20 KB with all it loads', async () => {
  expect(await weightOf(await render('/ada/tidy-tables', skillPage()))).toBeLessThan(20_000);
});

it('a page of a skill of 94 files and 40 versions is below 25 KB with all it loads', async () => {
  const page = skillPage();
  const folder = (index: number) => ['references', 'scripts', 'workflows'][index % 3];
  const files = Array.from({ length: 94 }, (_, index) => ({
    path: `${folder(index)}/step-${index}.md`,
    size: 1000 + 37 * index,
    hash: hashOf('c'),
  }));
  const versions = Array.from({ length: 40 }, (_, index) => ({
    hash: `sha256:${createHash('sha256').update(String(index)).digest('hex')}`,
    published_at: 1_790_000_000 - 400_000 * index,
    version_label: `1.${40 - index}.0`,
    version: 40 - index,
    scanStatus: 'clean' as const,
  }));
  const html = await render(
    '/ada/tidy-tables',
    skillPage({ manifest: { ...page.manifest, files }, skill: { ...skill, versions } }),
  );
  expect(await weightOf(html)).toBeLessThan(25_000);
});
