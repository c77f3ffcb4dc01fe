import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skillText } from '../../../origin/store/search/skillText.ts';
import { slipsBetween, slipsIn } from '../../../origin/store/search/spelling.ts';
import { termsOf } from '../../../origin/store/search/terms.ts';
import { adversarial } from '../../bundle/adversarial.ts';
import { computing } from '../../pace.ts';

const skill = {
  slug: 'a-skill',
  name: 'a-skill',
  description: 'Sorts rows.',
  category: 'data' as const,
  triggers: [],
  tags: [],
};
const textOf = (skillMd: string, more = {}) => skillText({ ...skill, skillMd, capabilities: undefined, ...more });
const partsOf = (tokens: string) => tokens.split(/ [#|] /).map((part) => part.trim().split(' '));

/** Milliseconds: nobody else is answered meanwhile. */
const most = 150;

describe('the words of a skill', () => {
  it(`are told in under ${most} ms, whatever its SKILL.md is made of`, async () => {
    const size = 16 * 1024;
    const letters = ['aµ', 'aB', 'Aµ', 'ünï', '漢', '漢a', 'กข', '\u0301', 'c++ ', '# a\n', 'ingly ', '1.2.', '👩‍🚀'];
    const repeated = letters.map((text) => ({ name: text, text: text.repeat(size / text.length) }));
    const slow: string[] = [];
    for (const { name, text } of [...adversarial(size), ...repeated]) {
      const description = text.slice(0, 1024);
      const took = await computing(() => textOf(text, { description }), { enough: most });
      if (took >= most) slow.push(`${name}: ${Math.round(took)} ms`);
    }
    expect(slow).toEqual([]);
  });
});

describe('terms', () => {
  it.each([
    ['Summarizes meetings', ['summar', 'meet']],
    ['the summary of a meeting', ['summari', 'meet']],
    ['codeReview and GitHub', ['codereview', 'code', 'review', 'github']],
    ['überReview', ['uberreview', 'uber', 'review']],
    ['C++, C# and .NET', ['cpp', 'csharp', 'dotnet']],
    ['生成PDF二维码', ['生成', '生', '成', 'pdf', '二维', '维码', '二', '维', '码']],
    ['Die Rechnungen und die Belege für das Amt', ['rechnung', 'rechnungen', 'beleg', 'amt']],
  ])('of %j are %j', (text, terms) => {
    expect(termsOf(text)).toEqual(expect.arrayContaining(terms));
  });
});

describe('what a skill is found by', () => {
  it('has each term once, where it says most: names, description, headings and what is said often, the rest', () => {
    const { tokens } = textOf('---\nname: x\n---\n# Invoices\nsend twine twice twice twice\ninvoices does skill');
    const [named = [], headings = [], body = []] = partsOf(tokens);
    expect(named).toEqual(expect.arrayContaining(['_skill', 'skill', 'sort', 'row']));
    expect(headings).toEqual(['invoic', 'twice']);
    expect(body).toEqual(expect.arrayContaining(['send', 'twine']));
    const all = tokens.trim().split(' ');
    expect(all.length).toBe(new Set(all).size);
  });

  it('is bounded, whatever stands in SKILL.md', () => {
    const words = Array.from({ length: 50_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
    for (const text of [words, `# ${words}`, 'x'.repeat(1e6), '码'.repeat(1e5), '# a\n'.repeat(1e5)])
      expect(textOf(text).tokens.length).toBeLessThan(10_000);
  });

  it('has no term that a text could pass off as a category or a need', () => {
    const { tokens } = textOf('__n_docker __c_security _skill', { description: '__c_security _n_docker' });
    expect(tokens).not.toContain('__n_docker');
    expect(tokens).not.toContain('__c_security');
    expect(tokens).toContain(' __c_data ');
  });
});

describe('slips', () => {
  it.each([
    ['kuberntes', 'kubernetes', 1],
    ['tabels', 'tables', 1],
    ['pdf', 'pdfs', 1],
    ['kitten', 'sitting', Number.POSITIVE_INFINITY],
    ['same', 'same', 0],
  ])('between %j and %j are %d', (a, b, slips) => {
    expect(slipsBetween(a, b, 2)).toBe(slips);
  });

  it('are as many one way as the other, and never more than is asked', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcd'), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.nat(3), (a, b, most) => {
        const slips = slipsBetween(a, b, most);
        expect(slipsBetween(b, a, most)).toBe(slips);
        expect(slips <= most || slips === Number.POSITIVE_INFINITY).toBe(true);
      }),
    );
  });

  it('are looked for from four letters on, two from eight', () => {
    expect(['abc', 'abcd', 'abcdefg', 'abcdefgh'].map(slipsIn)).toEqual([0, 1, 1, 2]);
  });
});
