import { describe, expect, it } from 'vitest';
import { licenseGroup, licenseText } from '../../origin/bundle/licenseGroup.ts';
import { tagsOf } from '../../origin/bundle/tags.ts';

describe('tags', () => {
  it('are folded, each once, with hyphens for spaces', () => {
    expect(tagsOf(['PDF', ' pdf ', '#Big  Data', 'big_data', 'C++', 'ﬁnance'])).toEqual([
      'pdf',
      'big-data',
      'c++',
      'finance',
    ]);
  });

  it('are at most ten, however many there are', () => {
    const many = Array.from({ length: 500 }, (_, index) => `tag${index}`);
    expect(tagsOf(many)).toEqual(many.slice(0, 10));
  });

  it('are letters and digits in any script, and nothing that is markup, turns the writing, or can’t be seen', () => {
    const hostile = [
      '<img src=x>',
      '"><b>',
      'a,b',
      "o'clock",
      '%',
      '_',
      '',
      ' ',
      '\u202eabc',
      'a\u200bb',
      'x'.repeat(33),
    ];
    expect(tagsOf([...hostile, 'ترجمة', '二维码', 'übersicht'])).toEqual(['ترجمة', '二维码', 'übersicht']);
  });
});

describe('the group of a licence', () => {
  it.each([
    ['mit', ['MIT', 'mit license', 'The MIT License', 'MIT OR Apache-2.0', 'MIT/Apache-2.0']],
    ['apache', ['Apache-2.0', 'Apache License, Version 2.0', 'apache 2']],
    ['bsd', ['BSD-3-Clause', '0BSD', 'Simplified BSD']],
    ['gpl', ['GPL-3.0-only', 'AGPL-3.0', 'LGPL 2.1', 'GNU General Public License v3']],
    ['mpl', ['MPL-2.0', 'Mozilla Public License 2.0']],
    ['cc', ['CC-BY-4.0', 'CC0-1.0', 'Creative Commons Attribution']],
    [
      'other',
      ['Proprietary', 'MIT AND CC-BY-4.0', 'Complete terms in LICENSE.txt', 'MIT (non-commercial)', 'x'.repeat(300)],
    ],
    ['none', ['', '  ', 'NOASSERTION', 'n/a', 'Unknown']],
  ])('%s is that of %j', (group, texts) => {
    expect(texts.map(licenseGroup)).toEqual(texts.map(() => group));
  });

  it('is of a text on one line, without what can’t be seen', () => {
    expect(licenseText('MIT\n\u202e (see\tLICENSE)\u0000')).toBe('MIT (see LICENSE)');
    expect([...licenseText('x'.repeat(500))].length).toBe(200);
  });
});
