/**
 * Slots in an order. Where few changed, what stands behind them is moved, as fast as memory is: a publish makes the next
 * list walk through no other skill.
 */
type Numbers = Int32Array<ArrayBuffer>;
type Compare = (a: number, b: number) => number;

/** Slots that are moved one by one; beyond, one walk through all takes less. */
const mostMoved = 64;
/** Slots that the engine sorts, which it does in three times the room: a million in one go take tens of megabytes. */
const sortedAtOnce = 0x8000;

export class OrderedSlots {
  readonly #compare: Compare;
  readonly #changed = new Set<number>();
  /** With room at its end. */
  #slots: Numbers;
  #count: number;

  /** Takes `slots`, and leaves them in some order. */
  constructor(slots: Numbers, compare: Compare) {
    this.#compare = compare;
    this.#slots = sorted(slots, compare);
    this.#count = slots.length;
  }

  /** What a slot is ordered by is, or will be, another. */
  change = (slot: number): void => void this.#changed.add(slot);

  /** Until the next change. */
  inOrder(isIn: (slot: number) => boolean): Numbers {
    const changed = [...this.#changed];
    this.#changed.clear();
    if (changed.length > mostMoved) this.#walk(new Set(changed), changed.filter(isIn));
    else if (changed.length > 0) this.#move(changed, changed.filter(isIn));
    return this.#inUse();
  }

  #inUse = (): Numbers => this.#slots.subarray(0, this.#count);

  #move(changed: readonly number[], fresh: readonly number[]): void {
    for (const slot of changed) {
      const at = this.#inUse().indexOf(slot);
      if (at === -1) continue;
      this.#slots.copyWithin(at, at + 1, this.#count);
      this.#count -= 1;
    }
    if (this.#count + fresh.length > this.#slots.length) {
      const roomier = new Int32Array(Math.ceil(this.#count * 1.1) + mostMoved);
      roomier.set(this.#inUse());
      this.#slots = roomier;
    }
    for (const slot of fresh) {
      const at = this.#placeOf(slot);
      this.#slots.copyWithin(at + 1, at, this.#count);
      this.#slots[at] = slot;
      this.#count += 1;
    }
  }

  #placeOf(slot: number): number {
    let [at, end] = [0, this.#count];
    while (at < end) {
      const middle = (at + end) >>> 1;
      if (this.#compare(this.#slots[middle] ?? 0, slot) < 0) at = middle + 1;
      else end = middle;
    }
    return at;
  }

  #walk(changed: ReadonlySet<number>, fresh: readonly number[]): void {
    const some = this.#inUse().filter((slot) => !changed.has(slot));
    const others = Int32Array.from(fresh).sort(this.#compare);
    this.#slots = new Int32Array(some.length + others.length);
    this.#count = this.#slots.length;
    merge(some, others, this.#slots, this.#compare);
  }
}

/** In the array that it was given, or one of its size. */
function sorted(slots: Numbers, compare: Compare): Numbers {
  const { length } = slots;
  for (let start = 0; start < length; start += sortedAtOnce) slots.subarray(start, start + sortedAtOnce).sort(compare);
  if (length <= sortedAtOnce) return slots;
  let [from, to] = [slots, new Int32Array(length)];
  for (let width = sortedAtOnce; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const [middle, end] = [start + width, start + 2 * width];
      merge(from.subarray(start, middle), from.subarray(middle, end), to.subarray(start, end), compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Puts two sorted rows into one that has room for both. */
function merge(one: Numbers, other: Numbers, into: Numbers, compare: Compare): void {
  let [at, taken] = [0, 0];
  for (const slot of other) {
    while (at < one.length && compare(one[at] ?? 0, slot) < 0) into[at + taken] = one[at++] ?? 0;
    into[at + taken++] = slot;
  }
  into.set(one.subarray(at), at + taken);
}
