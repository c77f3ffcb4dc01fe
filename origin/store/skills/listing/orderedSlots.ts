/**
 * Slots in an order. Where few changed, what stands behind them is moved, as fast as memory is: a publish makes the next
 * list walk through no other skill.
 */
type Numbers = Int32Array<ArrayBuffer>;
type Compare = (a: number, b: number) => number;

/** Slots that are moved one by one; beyond, one walk through all takes less. */
const mostMoved = 64;

export class OrderedSlots {
  readonly #compare: Compare;
  readonly #changed = new Set<number>();
  /** With room at its end. */
  #slots: Numbers;
  #count: number;

  constructor(slots: readonly number[], compare: Compare) {
    this.#compare = compare;
    this.#slots = Int32Array.from(slots).sort(compare);
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
    const all = new Int32Array(some.length + others.length);
    let [at, taken] = [0, 0];
    for (const slot of others) {
      while (at < some.length && this.#compare(some[at] ?? 0, slot) < 0) all[at + taken] = some[at++] ?? 0;
      all[at + taken++] = slot;
    }
    all.set(some.subarray(at), at + taken);
    this.#slots = all;
    this.#count = all.length;
  }
}
