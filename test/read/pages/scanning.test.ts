import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownExample } from '../../../origin/read/pages/scanRules.ts';
import { explainedRules as rules } from '../../../origin/scan/behind.ts';
import { newCapability } from '../../../origin/scan/capabilities/newCapability.ts';
import { corpusVersion } from '../../../origin/scan/detectors.ts';
import { measured } from '../../../origin/scan/measured.data.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';

describe('the rules of the scan', () => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry();
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const text = async (path: string) => {
    const response = await registry.app.request(path);
    expect(response.status).toBe(200);
    return response.text();
  };

  it('are all explained, at the anchor that findings link to', async () => {
    const [html, markdown] = [await text('/docs/scanning'), await text('/docs/scanning.md')];
    for (const { id } of rules) {
      expect(html.split(`id="${id}"`)).toHaveLength(2);
      expect(markdown).toContain(`\n### ${id}\n\nSeverity `);
    }
    expect(rules.map(({ id }) => id)).toContain(newCapability.id);
    expect(html).toContain(`These are rules ${corpusVersion}.`);
    expect(markdown).toContain(`No issues found (rules ${corpusVersion})`);
  });

  it('say how often each was right, and of each that nobody measured that', async () => {
    const markdown = await text('/docs/scanning.md');
    for (const { id } of rules) {
      const [words = ''] = markdown.split(`\n### ${id}\n\n`)[1]?.split('\n', 1) ?? [];
      const { right, of } = measured[id] ?? {};
      expect(words, id).toMatch(
        of ? new RegExp(`Right in ${right} of ${of} findings? checked by hand\\.$`) : / Not measured\.$/,
      );
    }
  });

  it('are shown without a character that can’t be seen', async () => {
    const unseen = /[[\p{C}\p{DI}\p{Z}]--[\t\n ]]/v;
    for (const path of ['/docs/scanning', '/docs/scanning.md']) expect((await text(path)).match(unseen)).toBeNull();
  });

  it('have examples that end no code block', async () => {
    const markdown = await text('/docs/scanning.md');
    const examples = markdown.split(/^(?:Not f|F)ound in `.+`:\n\n/m).slice(1);
    expect(examples).toHaveLength(2 * rules.length);
    for (const example of examples) {
      const [fence = ''] = example.split('\n', 1);
      expect(fence).toMatch(/^`{3,}$/);
      const after = example.slice(fence.length + 1).split(`\n${fence}\n`)[1];
      expect(after).toMatch(/^(?:$|\n###? |\n*$)/);
    }
  });
});

describe('an example', () => {
  const shown = (text: string, isText = true) => shownExample({ path: 'a', text, isText }).text;

  it('of bytes is all printable', () => {
    expect(shown('\x7fELF\0\n\xcc', false)).toBe('\\x7FELF\\x00\\x0A\\xCC');
  });

  it('of text keeps lines, tabs and words of every language', () => {
    expect(shown('a\tb\nkäse 日本 привет Δ\n')).toBe('a\tb\nkäse 日本 привет Δ');
  });

  it('shows what can’t be seen, and letters that look like the Latin ones beside them', () => {
    expect(shown('a\u{200B}b\u{202E}\u{E0041}\u{FE0F}\u{3164}\u{A0}')).toBe(
      'a\\u{200B}b\\u{202E}\\u{E0041}\\u{FE0F}\\u{3164}\\u{A0}',
    );
    expect(shown('p\u{430}y')).toBe('p\\u{430}y');
  });
});
