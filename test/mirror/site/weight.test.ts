import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encode } from '../../../origin/read/encode.ts';
import { clientFolder, render } from './sample/built.ts';
import { skillPage } from './sample/skill.ts';
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
