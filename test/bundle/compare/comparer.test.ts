import { describe, expect, it } from 'vitest';
import { openComparer } from '../../../origin/bundle/compare/comparer.ts';
import { comparisonOf } from '../../../origin/bundle/compare/comparison.ts';
import { refusalOf } from '../samples.ts';
import { contentsOf, many, muddle } from './contents.ts';

const opened = (...bounds: Parameters<typeof openComparer>) => {
  const comparer = openComparer(...bounds);
  return Object.assign(comparer, { [Symbol.asyncDispose]: () => comparer.close() });
};
const contents = contentsOf({ 'a.md': 'one\n', same: 'same\n' }, { 'a.md': 'two\n', same: 'same\n', b: 'new\n' });
const read = async () => contents;
const never = () => Promise.reject(new Error('It was read again.'));

describe('a comparer', () => {
  it('compares as the program itself would, and keeps what it made', async () => {
    await using comparer = opened();
    const compared = await comparer.compare('a', 'b', read);
    expect(compared).toEqual(comparisonOf(contents));
    expect(await comparer.compare('a', 'b', never)).toEqual(compared);
    await expect(comparer.compare('b', 'a', never)).rejects.toThrow('It was read again.');
  });

  it('compares once for all who ask for the same at the same time', async () => {
    await using comparer = opened();
    let reads = 0;
    const counted = () => {
      reads += 1;
      return read();
    };
    const all = await Promise.all([1, 2, 3].map(() => comparer.compare('a', 'b', counted)));
    expect([reads, new Set(all.map((one) => JSON.stringify(one))).size]).toEqual([1, 1]);
  });

  it('lets so many wait and no more, and reads none before its turn', async () => {
    await using comparer = opened({ waiting: 2 });
    const gate = Promise.withResolvers<void>();
    let reads = 0;
    const held = async () => {
      reads += 1;
      await gate.promise;
      return contents;
    };
    const waiting = ['1', '2', '3'].map((hash) => comparer.compare(hash, 'x', held));
    expect(await refusalOf(() => comparer.compare('4', 'x', held))).toMatchObject({ code: 'unavailable' });
    expect(reads).toBe(1);
    gate.resolve();
    await Promise.all(waiting);
    expect((await comparer.compare('4', 'x', held)).files.length).toBe(2);
  });

  it('passes on why it could not read, and goes on', async () => {
    await using comparer = opened();
    await expect(comparer.compare('a', 'b', never)).rejects.toThrow('It was read again.');
    expect((await comparer.compare('a', 'b', read)).files.length).toBe(2);
  });

  const hard = contentsOf(
    many(40, (index) => muddle(index, 3000)),
    many(40, (index) => muddle(index + 40, 3000)),
  );

  it.each([
    ['runs out of memory', { heap: 4, patience: 2 ** 30 }],
    ['takes too long', { patience: 0 }],
  ])('refuses where its thread %s, and the next one is compared in a new one', async (_, bounds) => {
    await using comparer = opened(bounds);
    expect(await refusalOf(() => comparer.compare('a', 'b', async () => hard))).toMatchObject({ code: 'unavailable' });
    await using usual = opened();
    expect((await usual.compare('a', 'b', async () => hard)).files.length).toBe(40);
  });

  it('ends its thread when nothing was asked for a while, and begins another', async () => {
    await using comparer = opened({ idle: 1 });
    await comparer.compare('a', 'b', read);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await comparer.compare('b', 'c', read)).files.length).toBe(2);
  });
});
