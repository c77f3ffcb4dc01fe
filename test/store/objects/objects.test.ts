import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../thoroughness.ts';
import { kinds } from './kinds.ts';

const part = fc.stringMatching(/^[\w.~@+=,-]{1,6}$/).filter((text) => !/^\.\.?$|\.draft$/.test(text));
/** None of them begins another: the last part alone ends so. */
const name = fc
  .array(part, { minLength: 0, maxLength: 2 })
  .chain((folders) => part.map((last) => [...folders.map((one) => `${one}_`), `${last}=`].join('/')));
const bytes = fc.uint8Array({ maxLength: 40 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), name, bytes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), prefix: fc.oneof(name, part) }) },
);

describe.each(kinds)('objects in $name', ({ open }) => {
  it('are what was put last, by name and in order, whatever was put, deleted and listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await using opened = await open();
        const { objects } = opened;
        const kept = new Map<string, Uint8Array>();
        const named = (prefix: string) => [...kept.keys()].filter((one) => one.startsWith(prefix)).sort();
        for (const one of steps) {
          if (one.kind === 'put') {
            await objects.put(one.name, one.bytes);
            kept.set(one.name, one.bytes);
          }
          if (one.kind === 'delete') {
            await objects.delete(one.name);
            kept.delete(one.name);
          }
          if (one.kind === 'list') expect(await Array.fromAsync(objects.list(one.prefix))).toEqual(named(one.prefix));
        }
        expect(await Array.fromAsync(objects.list(''))).toEqual(named(''));
        for (const [key, value] of kept) expect(await objects.get(key)).toEqual(Buffer.from(value));
      }),
      { numRuns: times(12) },
    );
  });

  it('are missing where nobody put them, and are deleted however often', async () => {
    await using opened = await open();
    const { objects } = opened;
    expect(await objects.get('not/there')).toBeUndefined();
    expect(await Array.fromAsync(objects.list('not/'))).toEqual([]);
    await objects.put('there/one', Buffer.from('1'));
    expect(await objects.get('there/on')).toBeUndefined();
    for (const _ of [1, 2]) await objects.delete('there/one');
    expect(await objects.get('there/one')).toBeUndefined();
  });

  it('may be large, and are one of those that were put at once', async () => {
    await using opened = await open();
    const { objects } = opened;
    const all = [1, 2, 3, 4].map((size) => randomBytes(size * 3_000_000));
    await Promise.all(all.map((one) => objects.put('pieces/large', one)));
    const there = await objects.get('pieces/large');
    expect(all.some((one) => there?.equals(one))).toBe(true);
    expect(await Array.fromAsync(objects.list('pieces'))).toEqual(['pieces/large']);
  });

  const refused = [
    ...['', '/', 'a/', '/a', 'a//b', '.', '..', '../a', 'a/../b', 'a/./b', 'a\\b', 'a b', 'a\nb', 'a\0', 'ä'],
    ...['a?b', 'a#b', 'a%2fb', 'a.draft', 'x'.repeat(201), 'x/'.repeat(400)],
  ];
  it('are never called what a file system or a server might take for something else', async () => {
    await using opened = await open();
    const { objects } = opened;
    for (const one of refused)
      for (const tried of [() => objects.put(one, Buffer.from('1')), () => objects.get(one), () => objects.delete(one)])
        await expect(tried(), one).rejects.toThrow('is no name of an object');
  });
});
