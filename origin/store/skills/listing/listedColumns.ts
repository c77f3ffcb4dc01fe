/**
 * What narrows and orders lists, of every listed skill: of each value of a facet a bitmap, and columns of what lists are
 * ordered by. A list is narrowed and counted in less than a millisecond, whichever facets are chosen together, which no index
 * of theirs can do.
 */
import { type Bitmap, bitmapFor, countBoth, hasBit, numbersIn, setBit } from './bitmaps.ts';
import { OrderedSlots } from './orderedSlots.ts';
import { PackedNames, roomFor } from './packedNames.ts';
import { isFew, type Slots } from './slots.ts';

export type Order = 'new' | 'updated' | 'alpha' | 'installs' | 'downloads';

/** Of as few slots the order is found sooner than in the order of all. */
const fewSlots = 512;

/** What is known of a skill; `facets` is null of one that is not listed any more. */
export interface ListedRow {
  id: number;
  facets: number | null;
  slug: string;
  installs: number;
  downloads: number;
  /** Unix seconds. */
  latestAt: number;
  /** Among all that match a search alike (schema/indexing.ts). */
  place: number;
}

/** Numbers hold no more. */
const facetBits = 53;

export class ListedColumns {
  #size = 0;
  #ids = new Uint32Array(0);
  #installs = new Uint32Array(0);
  #downloads = new Uint32Array(0);
  #latestAt = new Uint32Array(0);
  #places = new Float64Array(0);
  #listed = bitmapFor(0);
  /** By the bits of `skills.facets`. */
  #having: Bitmap[] = Array.from({ length: facetBits }, () => bitmapFor(0));
  readonly #slugs = new PackedNames();
  /** By id, one more than the slot; 0 where it is not listed. Ids leave few out, and a map takes ten times the room. */
  #slotsById = new Uint32Array(0);
  #total = 0;
  readonly #free: number[] = [];
  readonly #orders = new Map<Order | 'place', OrderedSlots>();

  slotOf = (id: number): number | undefined => {
    const slot = this.#slotsById[id];
    return slot ? slot - 1 : undefined;
  };

  /** How many are listed. */
  get total(): number {
    return this.#total;
  }

  /** What bitmaps of slots have room for. */
  get capacity(): number {
    return this.#ids.length;
  }

  /** The slots in use, to be narrowed. */
  listed = (): Bitmap => this.#listed.slice();

  /** The slots with a bit of their facets. */
  having = (bit: number): Bitmap => this.#having[bit] ?? bitmapFor(0);

  /** The ids of some slots in an order, from `offset` on. */
  idsIn(chosen: Slots, order: Order | 'place', { limit, offset }: { limit: number; offset: number }): number[] {
    if (isFew(chosen) || countBoth(chosen, chosen) <= fewSlots) {
      const slots = [...(isFew(chosen) ? chosen : numbersIn(chosen))].sort(this.#comparers[order]);
      return slots.slice(offset, offset + limit).map(this.#idOf);
    }
    const ids: number[] = [];
    let passed = 0;
    for (const slot of this.#inOrder(order)) {
      if (ids.length === limit) break;
      if (!hasBit(chosen, slot)) continue;
      passed += 1;
      if (passed > offset) ids.push(this.#idOf(slot));
    }
    return ids;
  }

  /** The slot that it has, or had. */
  put({ id, facets, slug, installs, downloads, latestAt, place }: ListedRow): number | undefined {
    const known = this.slotOf(id);
    if (known === undefined && !facets) return undefined;
    const slot = known ?? this.#free.pop() ?? this.#grown();
    for (const { change } of this.#orders.values()) change(slot);
    this.#ids[slot] = id;
    setBit(this.#listed, slot, facets !== null);
    let rest = facets ?? 0;
    for (const bitmap of this.#having) {
      setBit(bitmap, slot, rest % 2 === 1);
      rest = Math.floor(rest / 2);
    }
    this.#installs[slot] = installs;
    this.#downloads[slot] = downloads;
    this.#latestAt[slot] = latestAt;
    this.#places[slot] = place;
    this.#slugs.put(slot, slug);
    if (id >= this.#slotsById.length) this.#slotsById = roomier(this.#slotsById, new Uint32Array(roomFor(id)));
    this.#slotsById[id] = facets ? slot + 1 : 0;
    this.#total += (facets ? 1 : 0) - (known === undefined ? 0 : 1);
    if (!facets) this.#free.push(slot);
    return slot;
  }

  /** The slots of all that is listed. */
  #inOrder(order: Order | 'place'): Int32Array {
    const known = this.#orders.get(order) ?? new OrderedSlots(numbersIn(this.#listed), this.#comparers[order]);
    this.#orders.set(order, known);
    return known.inOrder((slot) => hasBit(this.#listed, slot));
  }

  readonly #idOf = (slot: number): number => this.#ids[slot] ?? 0;
  readonly #later = (a: number, b: number): number => this.#idOf(b) - this.#idOf(a);
  readonly #by = (column: () => Uint32Array) => (a: number, b: number) =>
    (column()[b] ?? 0) - (column()[a] ?? 0) || this.#later(a, b);

  readonly #comparers: Record<Order | 'place', (a: number, b: number) => number> = {
    place: (a, b) => (this.#places[a] ?? 0) - (this.#places[b] ?? 0),
    new: this.#later,
    updated: this.#by(() => this.#latestAt),
    installs: this.#by(() => this.#installs),
    downloads: this.#by(() => this.#downloads),
    alpha: (a, b) => this.#slugs.compare(a, b) || this.#later(b, a),
  };

  /** Makes room for so many skills and some more, where there is none. */
  reserve(skills: number): void {
    if (skills <= this.capacity) return;
    const room = roomFor(skills);
    this.#ids = roomier(this.#ids, new Uint32Array(room));
    this.#installs = roomier(this.#installs, new Uint32Array(room));
    this.#downloads = roomier(this.#downloads, new Uint32Array(room));
    this.#latestAt = roomier(this.#latestAt, new Uint32Array(room));
    this.#places = roomier(this.#places, new Float64Array(room));
    if (room > this.#slotsById.length) this.#slotsById = roomier(this.#slotsById, new Uint32Array(room));
    this.#slugs.grow(room);
    this.#listed = roomier(this.#listed, bitmapFor(room));
    this.#having = this.#having.map((bitmap) => roomier(bitmap, bitmapFor(room)));
  }

  #grown(): number {
    this.#size += 1;
    this.reserve(this.#size);
    return this.#size - 1;
  }
}

function roomier<T extends Int32Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
