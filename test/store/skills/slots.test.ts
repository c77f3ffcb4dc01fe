import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numbersIn } from '../../../origin/store/skills/listing/bitmaps.ts';
import {
  bitsOf,
  inAll,
  inAny,
  inNone,
  isFew,
  type Slots,
  setSlot,
  slotsOf,
} from '../../../origin/store/skills/listing/slots.ts';

const capacity = 64;
/** Lists, and sets that are kept as bits. */
const numbers = fc.uniqueArray(fc.nat(capacity - 1), { maxLength: 40 });
const listed = (slots: Slots) => [...(isFew(slots) ? slots : numbersIn(slots))].sort((a, b) => a - b);
const setOf = (some: readonly number[]) => slotsOf([...some], capacity);

it('sets of slots are joined, met and narrowed as sets of numbers are, however each is kept', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 4 }), (sets) => {
      const all = sets.map(setOf);
      const [first = new Set<number>(), ...others] = sets.map((some) => new Set(some));
      const union = others.reduce((any, other) => any.union(other), first);
      const common = others.reduce((both, other) => both.intersection(other), first);
      const rest = others.reduce((left, other) => left.difference(other), first);
      const [firstSlots = [], ...otherSlots] = all;
      const inOrder = (some: Set<number>) => [...some].sort((a, b) => a - b);
      expect(listed(inAny(all))).toEqual(inOrder(union));
      expect(listed(inAll(all))).toEqual(inOrder(common));
      expect(listed(inNone(firstSlots, otherSlots))).toEqual(inOrder(rest));
      for (const [at, slots] of all.entries())
        expect([...numbersIn(bitsOf(slots, capacity))]).toEqual(inOrder(new Set(sets[at])));
    }),
  );
});

it('a list has what was put in and not taken out, once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean())), (changes) => {
      const [slots, expected]: [number[], Set<number>] = [[], new Set()];
      for (const [slot, isIn] of changes) {
        setSlot(slots, slot, isIn);
        if (isIn) expected.add(slot);
        else expected.delete(slot);
      }
      expect(slots).toEqual([...expected].sort((a, b) => a - b));
    }),
  );
});
