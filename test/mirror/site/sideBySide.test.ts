import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../mirror/site/blocks.ts';
import { diffLines } from '../../../mirror/site/unified.ts';
import { render } from './sample/built.ts';
import { diffPage } from './sample/skill.ts';
import { tagsOf, textOf, valuesOf } from './tags.ts';

const header = '====\n--- a/x\n+++ b/x\n';
const shown = (diff: string, view: 'unified' | 'split' = 'unified') =>
  render('/ada/tidy-tables/diff', diffPage({ files: [{ path: 'x', status: 'changed', diff: header + diff }] }, view));
/** What is marked in each line that has a mark. */
const marks = (html: string) => [...html.matchAll(/<span class="word">(.*?)<\/span>/g)].map(([, text]) => text);

describe('changes side by side', () => {
  const diff = '@@ -1,3 +1,4 @@\n same\n-old one\n+new one\n+and two\n end\n';

  it('have what was removed next to what was added, and what both have on both sides, read out once', async () => {
    const html = await shown(diff, 'split');
    expect(html).toMatch(
      /<span class="removed">-old one\n<\/span><\/code><\/pre><pre class="diff" dir="ltr"><code><span class="added">\+new one/,
    );
    expect(html.match(/<span class="same"> same\n/g)).toHaveLength(2);
    const hidden = tagsOf(html).filter(({ name, attributes }) => name === 'pre' && attributes.has('aria-hidden'));
    expect(hidden).toHaveLength(2);
    expect(html.match(/and two/g)).toHaveLength(1);
  });

  it('are chosen by a link, and stay when other versions are compared', async () => {
    const links = valuesOf(await shown(diff), 'href').filter((address) => address.endsWith('&view=split'));
    expect(links).toHaveLength(1);
    const kept = tagsOf(await shown(diff, 'split')).filter(({ attributes }) => attributes.get('type') === 'hidden');
    expect(kept.map(({ attributes }) => [attributes.get('name'), attributes.get('value')])).toEqual([
      ['view', 'split'],
    ]);
    expect(textOf(await shown(diff, 'split'))).toContain('Unified Side by side');
  });
});

describe('the words that changed', () => {
  it('are marked where a line replaced a line', async () => {
    expect(marks(await shown('@@ -1 +1 @@\n-run the old tool now\n+run the new tool now\n'))).toEqual(['old', 'new']);
  });

  it('are not where the lines have little in common, or are not as many', async () => {
    expect(marks(await shown('@@ -1 +1 @@\n-one thing entirely\n+and another altogether\n'))).toEqual([]);
    expect(marks(await shown('@@ -1 +1,2 @@\n-run it\n+run them\n+and more\n'))).toEqual([]);
  });

  it('are whole characters, escaped, with what can’t be seen shown', async () => {
    expect(marks(await shown('@@ -1 +1 @@\n-say it all 😀 now\n+say it all 😁 now\n'))).toEqual(['😀', '😁']);
    expect(marks(await shown('@@ -1 +1 @@\n-echo the same <b> to\n+echo the same \u202e to\n'))).toEqual([
      '&lt;b&gt;',
      '<span class="invisible-character">U+202E',
    ]);
  });

  it('leave every line as it was and in its order, whatever the diff', () => {
    const line = fc.tuple(fc.constantFrom('+', '-', ' ', '@', '\\'), fc.string({ unit: 'grapheme', maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const given = diffLines(
          `${header}@@ -1 +1 @@\n${lines.map(([sign, text]) => sign + text.replace(/\n/g, '')).join('\n')}`,
        );
        const blocks = blocksOf(given);
        const order = blocks.flatMap((block) =>
          block.kind === 'changed' ? [...block.removed, ...block.added] : block.lines,
        );
        expect(order.map(({ text }) => text)).toEqual(given.map(({ text }) => text));
        for (const { text, changed: [from, to] = [1, 1] } of order)
          expect([from >= 1, to <= Math.max(1, text.length), text.slice(from, to).isWellFormed()]).toEqual([
            true,
            true,
            true,
          ]);
      }),
      // A remark between two lines that went.
      { examples: [[['-a', '\\', '-b', '+a', '+c'].map((text) => [text[0] as '-', text.slice(1)])]] },
    );
  });
});
