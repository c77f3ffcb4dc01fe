import { describe, expect, it } from 'vitest';
import { filesWithPatterns, nameOf, patternsOf, slowAmong } from './patterns.ts';

describe('every pattern of the scan', () => {
  it.each(filesWithPatterns())(
    'in %s takes linear time',
    async (file) => {
      expect(await slowAmong(patternsOf(file))).toEqual([]);
    },
    60 * 60_000,
  );

  it('is in the list of those that need no other look', async () => {
    const names = new Set(filesWithPatterns().flatMap((file) => patternsOf(file).map(nameOf)));
    await expect(`${[...names].sort().join('\n')}\n`).toMatchFileSnapshot('linearPatterns.txt');
  });
});
