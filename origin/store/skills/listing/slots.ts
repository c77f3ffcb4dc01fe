/** Sets of slots: bits where many are in, and else a list, which takes less room and less time to look through. */
import { type Bitmap, bitmapFor, hasBit, leaveOut, setBit } from './bitmaps.ts';

/** Slots in ascending order. */
export type Few = number[];

export type Slots = Bitmap | Few;

export const isFew = (slots: Slots): slots is Few => Array.isArray(slots);

/** As many as take no more room than bits for all that there are; in a small store some all the same. */
export const mostFew = (capacity: number): number => Math.max(4, capacity / 64);

/** A set of these slots, which need no order. */
export function slotsOf(slots: number[], capacity: number): Slots {
  return slots.length <= mostFew(capacity) ? slots.sort((a, b) => a - b) : bitsOf(slots, capacity);
}

/** The same as bits. */
export function bitsOf(slots: Slots, capacity: number): Bitmap {
  if (!isFew(slots)) return slots;
  const bitmap = bitmapFor(capacity);
  for (const slot of slots) setBit(bitmap, slot, true);
  return bitmap;
}

/** Puts a slot in, or takes it out, where the list is. */
export function setSlot(slots: Few, slot: number, isIn: boolean): void {
  let [at, end] = [0, slots.length];
  while (at < end) {
    const middle = (at + end) >>> 1;
    if ((slots[middle] ?? 0) < slot) at = middle + 1;
    else end = middle;
  }
  if ((slots[at] === slot) === isIn) return;
  if (isIn) slots.splice(at, 0, slot);
  else slots.splice(at, 1);
}

/** Those that are in each of some sets, of which there is one at least. */
export function inAll(sets: readonly Slots[]): Slots {
  const lists = sets.filter(isFew).sort((a, b) => a.length - b.length);
  const bitmaps = sets.filter((slots): slots is Bitmap => !isFew(slots));
  const [shortest, ...others] = lists;
  if (shortest) {
    const also = others.map((slots) => new Set(slots));
    return shortest.filter(
      (slot) => also.every((slots) => slots.has(slot)) && bitmaps.every((bits) => hasBit(bits, slot)),
    );
  }
  const [first = bitmapFor(0), ...more] = bitmaps;
  if (more.length === 0) return first;
  const all = first.slice();
  for (const bits of more)
    for (let place = 0; place < all.length; place += 1) all[place] = (all[place] ?? 0) & (bits[place] ?? 0);
  return all;
}

/** Those that are in any. */
export function inAny(sets: readonly Slots[]): Slots {
  const [first = [], ...more] = sets;
  if (more.length === 0) return first;
  const lists = sets.filter(isFew);
  if (lists.length === sets.length) return [...new Set(lists.flat())];
  const any = bitmapFor(32 * Math.max(...sets.map((slots) => (isFew(slots) ? 0 : slots.length))));
  for (const slots of sets) {
    if (isFew(slots)) for (const slot of slots) setBit(any, slot, true);
    else for (let place = 0; place < slots.length; place += 1) any[place] = (any[place] ?? 0) | (slots[place] ?? 0);
  }
  return any;
}

/** Those of the first that are in none of the others. */
export function inNone(slots: Slots, others: readonly Slots[]): Slots {
  if (others.length === 0) return slots;
  if (isFew(slots)) {
    const left = others.map((other) => (isFew(other) ? new Set(other) : other));
    return slots.filter(
      (slot) => !left.some((other) => (other instanceof Set ? other.has(slot) : hasBit(other, slot))),
    );
  }
  const rest = slots.slice();
  for (const other of others) {
    if (isFew(other)) for (const slot of other) setBit(rest, slot, false);
    else leaveOut(rest, other);
  }
  return rest;
}
