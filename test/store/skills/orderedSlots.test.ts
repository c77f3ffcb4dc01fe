import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderedSlots } from '../../../origin/store/skills/listing/orderedSlots.ts';
import { PackedNames } from '../../../origin/store/skills/listing/packedNames.ts';

describe('an order of slots', () => {
  const slots = 3000;
  const step = fc.array(fc.tuple(fc.nat(slots - 1), fc.nat(50), fc.boolean()), { maxLength: 100 });

  it('is as if sorted anew, whatever few or many came, changed and went', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const values = Array.from({ length: slots }, (_, slot) => (slot * 7) % 50);
        const listed = new Set(values.keys().filter((slot) => slot % 3 > 0));
        const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;
        const order = new OrderedSlots(Int32Array.from(listed), compare);
        for (const changes of steps) {
          for (const [slot, value, isIn] of changes) {
            order.change(slot);
            values[slot] = value;
            if (isIn) listed.add(slot);
            else listed.delete(slot);
          }
          expect([...order.inOrder((slot) => listed.has(slot))]).toEqual([...listed].sort(compare));
        }
      }),
    );
  });

  it('is as sorted where there are more than are sorted in one go', () => {
    for (const count of [0x8000, 0x8001, 150_000]) {
      const values = Array.from({ length: count }, (_, slot) => (slot * 7919) % 10_007);
      const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;
      const order = new OrderedSlots(Int32Array.from(values.keys()), compare);
      expect([...order.inOrder(() => true)]).toEqual([...values.keys()].sort(compare));
    }
  });

  it('compares a slot that changed with as few others as finding its place takes', () => {
    const values = Array.from({ length: slots }, (_, slot) => slot);
    let comparisons = 0;
    const order = new OrderedSlots(Int32Array.from(values.keys()), (a, b) => {
      comparisons += 1;
      return (values[a] ?? 0) - (values[b] ?? 0);
    });
    for (const [slot, value] of [
      [10, 2000.5],
      [2990, -1],
      [0, slots],
    ] as const) {
      comparisons = 0;
      order.change(slot);
      values[slot] = value;
      order.inOrder(() => true);
      expect(comparisons).toBeLessThanOrEqual(Math.ceil(Math.log2(slots)));
    }
  });
});

it('packed names are in the order of the strings, whatever slots were named before', () => {
  const name = fc.stringMatching(/^[a-c0-9-]{0,6}$/);
  // More than there is room for, so that what is there is packed.
  const renamed = Array.from({ length: 200 }, (_, nth) => [nth % 20, 'abc'.charAt(nth % 3).repeat(nth % 30)] as const);
  const before = [[20, 'bca'] as const, ...renamed];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), name), { maxLength: 100 }), (puts) => {
      const packed = new PackedNames();
      packed.grow(10);
      packed.grow(21);
      const names = Array.from({ length: 21 }, () => '');
      for (const [slot, text] of [...before, ...puts]) {
        packed.put(slot, text);
        names[slot] = text;
      }
      const slots = [...names.keys()];
      const byName = (a: number, b: number) => ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1);
      const signs = slots.map((a) => slots.map((b) => Math.sign(packed.compare(a, b))));
      expect(signs).toEqual(slots.map((a) => slots.map((b) => (names[a] === names[b] ? 0 : byName(a, b)))));
    }),
  );
});
