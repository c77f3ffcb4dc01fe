import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginning, comparePlaces, type Piece, type Place } from '../../../mirror/snapshot/address/everyAddress.ts';
import type { Made } from '../../../mirror/snapshot/build/parts.ts';
import { makeAll } from '../../../mirror/snapshot/pieces/makeAll.ts';
import { times } from '../../thoroughness.ts';

const nothing: Omit<Made, 'entities'> = { written: 0, removed: 0, unchanged: 0, entries: [], gone: [] };

const piecesOf = async function* (count: number): AsyncGenerator<Piece, void> {
  for (let id = 1; id <= count; id += 1) yield { kind: 'skill', ids: [id], end: [1, id] };
};

/** Pieces that take these milliseconds each, a change that is there before some of them, and one that fails or none. */
const course = fc.record({
  width: fc.integer({ min: 1, max: 4 }),
  takes: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 }),
  changesBefore: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
  failing: fc.option(fc.integer({ min: 1, max: 20 })),
});

async function take({ width, takes, changesBefore, failing }: typeof course extends fc.Arbitrary<infer C> ? C : never) {
  const [begun, made] = [new Set<number>(), new Set<number>()];
  const due = new Set(changesBefore.filter((id) => id <= takes.length));
  const recorded: { reached: Place; begun: Place }[] = [];
  const beside: number[] = [];
  let making = 0;
  const maker = {
    width,
    make: async ({ ids: [id = 0] }: Piece) => {
      making += 1;
      begun.add(id);
      expect(comparePlaces([1, id], recorded.at(-1)?.begun ?? beginning)).toBeLessThanOrEqual(0);
      expect(making).toBeLessThanOrEqual(width);
      await wait(takes[id - 1]);
      making -= 1;
      if (id === failing) throw new Error('It failed.');
      made.add(id);
      return { ...nothing, entities: 1 };
    },
    end: async () => undefined,
  };
  const ended = await makeAll(piecesOf(takes.length), beginning, maker, {
    record: async (_, place) => {
      await wait(1);
      recorded.push(place);
      for (let id = 1; id <= place.reached[1]; id += 1) expect(made).toContain(id);
    },
    isBehind: async () => [...due].some((id) => begun.has(id)),
    catchUp: async () => {
      beside.push(making);
      for (const id of due) if (begun.has(id)) due.delete(id);
    },
    isThorough: () => false,
  }).catch((error: Error) => error.message);
  return { ended, making, made, recorded, beside, due };
}

describe('pieces that are made several at a time', () => {
  it('are all made, recorded in their order, and none is under way while a change is taken in or after the end', async () => {
    await fc.assert(
      fc.asyncProperty(course, async (given) => {
        const { ended, making, made, recorded, beside, due } = await take(given);
        expect(making).toBe(0);
        expect(beside.filter((others) => others > 0)).toEqual([]);
        const places = recorded.map(({ reached }) => reached);
        expect(places).toEqual(places.toSorted(comparePlaces));
        const count = given.takes.length;
        const isFailing = given.failing !== null && given.failing <= count;
        expect(ended).toBe(isFailing ? 'It failed.' : undefined);
        if (isFailing) return;
        expect(made.size).toBe(count);
        expect(due.size).toBe(0);
        expect(recorded.at(-1)?.reached).toEqual(count ? [1, count] : beginning);
      }),
      { numRuns: times(50) },
    );
  });

  it('leave no more in doubt after a kill than one more than are made at a time', async () => {
    const { recorded } = await take({ width: 2, takes: Array(20).fill(1), changesBefore: [], failing: null });
    expect(Math.max(...recorded.map(({ reached, begun }) => begun[1] - reached[1]))).toBe(3);
  });
});
