/** Of terms, tags and texts which slots of a listing have them. What is kept follows each change of a skill. */
import { LRUCache } from 'lru-cache';
import { type Bitmap, setBit } from './bitmaps.ts';
import { type Few, isFew, mostFew, type Slots, setSlot } from './slots.ts';

/** In all: at 100,000 skills those of 1,900 terms. */
const keptBytes = 24 * 1024 * 1024;

/** Terms that few have, such as nobody but who asks for them: so many that those of others stay. Each change looks at all. */
const mostLists = 3000;

/** Skills that change at once and are followed; after more, what is asked for is read again, which takes less. */
export const mostFollowed = 50;

export class KeptTerms {
  readonly #frequent = new LRUCache<string, Bitmap>({
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });
  readonly #rare = new LRUCache<string, Few>({ max: mostLists });

  /** How often all were dropped. */
  drops = 0;

  get isEmpty(): boolean {
    return this.#frequent.size + this.#rare.size === 0;
  }

  get isHalfFull(): boolean {
    return this.#frequent.calculatedSize * 2 > keptBytes;
  }

  get = (term: string): Slots | undefined => this.#frequent.get(term) ?? this.#rare.get(term);

  keep(term: string, slots: Slots): void {
    if (isFew(slots)) this.#rare.set(term, slots);
    else this.#frequent.set(term, slots);
  }

  put(slot: number, has: (term: string) => boolean, capacity: number): void {
    for (const [term, slots] of this.#frequent.entries()) setBit(slots, slot, has(term));
    for (const [term, slots] of this.#rare.entries()) {
      setSlot(slots, slot, has(term));
      if (slots.length > 2 * mostFew(capacity)) this.#rare.delete(term);
    }
  }

  /** At no cost where nothing is kept: a cache that is emptied looks at all the room that it has. */
  clear(): void {
    if (this.isEmpty) return;
    this.drops += 1;
    this.#frequent.clear();
    this.#rare.clear();
  }
}
