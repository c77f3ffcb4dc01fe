import { applyPatch } from 'diff';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { comparisonOf } from '../../../origin/bundle/compare/comparison.ts';
import { computing } from '../../pace.ts';
import { contentsOf, many, muddle } from './contents.ts';

const compared = (...sides: Parameters<typeof contentsOf>) => comparisonOf(contentsOf(...sides));
const diffOf = (before: string, after: string) =>
  compared({ 'a.txt': before }, { 'a.txt': after }).files[0]?.diff ?? '';
const omissions = ({ files }: ReturnType<typeof compared>) =>
  files.map(({ path, omitted }) => `${path} ${omitted ?? 'shown'}`);
const skill = (frontmatter = '', body = '') => `---\nname: a\ndescription: b\n${frontmatter}---\n${body}`;

describe('a comparison', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('turns one text into the other', () => {
    const text = fc
      .array(fc.constantFrom('', 'a', 'b', '-c', '+d', '\\ e'), { maxLength: 12 })
      .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));
    const twoTexts = fc.tuple(text, text).filter(([before, after]) => before !== after);
    fc.assert(
      fc.property(twoTexts, ([before, after]) => {
        expect(applyPatch(before, diffOf(before, after))).toBe(after);
      }),
    );
  });

  it.each(['', '\n'])('turns one text into another that hardly resembles it, ending in %j', (end) => {
    const frame = (text: string) => `one\ntwo\nthree\nfour\n${text}five\nsix\nseven\neight${end}`;
    const [before, after] = [frame(muddle(1, 9000)), frame(muddle(2, 9000))];
    const diff = diffOf(before, after);
    expect(diff.match(/^@@.*@@$/gm)).toEqual(['@@ -2,9006 +2,9006 @@']);
    expect(applyPatch(before, diff) === after).toBe(true);
  });

  it('comes to the same end on a machine where time flies', () => {
    const contents = contentsOf(
      many(60, (index) => muddle(index, 10 * index + 20)),
      many(60, (index) => muddle(index + 60, 10 * index + 20)),
    );
    const usual = comparisonOf(contents);
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 3_600_000));
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 3_600_000));
    expect(comparisonOf(contents)).toEqual(usual);
    expect(usual.files.some(({ diff }) => diff !== '')).toBe(true);
  });

  it('says what it leaves out, and shows first what agents read and run, then what is small', () => {
    const side = (index: number) => ({
      'SKILL.md': skill('', muddle(index, 300)),
      'a-large.txt': muddle(index, 180_000),
      'b.txt': muddle(index, 21_000, 20_000),
      'c.txt': muddle(index, 20_000, 20_000),
      'scripts/z.sh': muddle(index, 400),
    });
    expect(omissions(compared(side(1), side(9)))).toEqual([
      'SKILL.md shown',
      'a-large.txt too_large',
      'b.txt budget',
      'c.txt shown',
      'scripts/z.sh shown',
    ]);
  });

  it.each<[string, ...Parameters<typeof contentsOf>]>([
    [
      '40 files without a line in common',
      many(40, (i) => muddle(i, 40_000, 1e9)),
      many(40, (i) => muddle(i + 40, 40_000, 1e9)),
    ],
    ['files of few kinds of lines', many(400, (i) => muddle(i, 600, 4)), many(400, (i) => muddle(i + 400, 600, 4))],
    ['the shortest lines', { a: 'a\n'.repeat(100_000) }, { a: 'b\n'.repeat(100_000) }],
    ['long lines that differ at their end', { a: 'x'.repeat(2e6) }, { a: `${'x'.repeat(2e6 - 1)}y` }],
    ['signs that JSON writes in six', {}, many(40, () => '\0'.repeat(90_000))],
  ])('is bounded in computing and length: %s', async (_, before, after) => {
    const contents = contentsOf(before, after);
    expect(await computing(() => comparisonOf(contents), { enough: 1500 }), 'milliseconds of computing').toBeLessThan(
      1500,
    );
    expect(JSON.stringify(comparisonOf(contents)).length).toBeLessThan(1.3 * 2 ** 20);
  });
});
