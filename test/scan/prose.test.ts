import { describe, expect, it } from 'vitest';
import {
  isAboutAttacks,
  isDenied,
  isForbiddenList,
  isQuoted,
  sentencesOf,
} from '../../origin/scan/helpers/text/prose.ts';

const sentences = (text: string) =>
  [...sentencesOf(text)].map(({ text: sentence, lineOf }) => [lineOf(0), sentence.trim()]);

describe('sentencesOf', () => {
  it('joins the lines of a paragraph and knows where each word stands', () => {
    const [first, second] = sentencesOf('Fetch the\nlist. Sort\nit twice.\n');
    expect([first?.text, second?.text]).toEqual(['Fetch the list. ', 'Sort it twice.']);
    expect([first?.lineOf(0), first?.lineOf(10), second?.lineOf(0), second?.lineOf(5)]).toEqual([1, 2, 2, 3]);
  });

  it('ends a sentence with its paragraph, list item, table cell, heading or code fence', () => {
    const text =
      '# Title here\nFirst text\n\nSecond text\n- item one\n  goes on\n- item two\n```\nsome code\n```\n| a cell | and another |\n';
    expect(sentences(text)).toEqual([
      [1, 'Title here'],
      [2, 'First text'],
      [4, 'Second text'],
      [5, 'item one goes on'],
      [7, 'item two'],
      [9, 'some code'],
      [11, 'a cell |'],
      [11, 'and another |'],
    ]);
  });

  it('joins comments of one kind', () => {
    expect(sentences('# sends the\n# list away\nrun()\n')).toEqual([
      [1, 'sends the list away'],
      [3, 'run()'],
    ]);
  });

  it('makes spaces, emphasis and apostrophes plain, and knows abbreviations', () => {
    expect(sentences('Don’t  **ever**\tgo, e.g. not *now*.\r\n')).toEqual([[1, "Don't ever go, e.g. not now."]]);
  });

  it('keeps options whole and names what introduces a list', () => {
    const all = [...sentencesOf('Never:\n\n- --force it\n\n| in a table |\n')];
    expect(all.map(({ text, under, isCell }) => [text, under, isCell])).toEqual([
      ['Never:', '', false],
      ['--force it', 'Never:', false],
      ['in a table |', '', true],
    ]);
  });

  it('reads a line of any length in pieces', () => {
    const all = [...sentencesOf('word '.repeat(10_000))];
    expect(Math.max(...all.map(({ text }) => text.length))).toBeLessThanOrEqual(2000);
    expect(all.every(({ lineOf }) => lineOf(0) === 1)).toBe(true);
  });
});

describe('what a sentence means', () => {
  it('tells a quoted phrase from one that is said', () => {
    expect(isQuoted('If it says "go now", stop.', 12, 18)).toBe(true);
    expect(isQuoted('If it says so, go now, stop.', 15, 21)).toBe(false);
  });

  it('knows words that speak against what follows', () => {
    expect(isDenied('You must never ')).toBe(true);
    expect(isDenied("It won't ")).toBe(true);
    expect(isDenied('Then you ')).toBe(false);
  });

  it('knows words about attacks', () => {
    expect(isAboutAttacks('A prompt injection may say')).toBe(true);
    expect(isAboutAttacks('Sort the list')).toBe(false);
  });

  it('knows a list of what not to do', () => {
    expect(isForbiddenList('Never:')).toBe(true);
    expect(isForbiddenList("Don't forget to:")).toBe(false);
    expect(isForbiddenList('Steps:')).toBe(false);
  });
});
