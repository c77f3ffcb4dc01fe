/** Of frequent terms and tags which slots of a listing have them. What is kept follows each change of a skill. */
import { LRUCache } from 'lru-cache';
import { type Bitmap, countBoth, setBit } from './bitmaps.ts';

/** In all: at 100,000 skills those of 1,900 terms. */
const keptBytes = 24 * 1024 * 1024;

/** Of all skills; what fewer have is looked up as fast. */
const rarest = 1 / 400;

/** No term has a colon. */
export const tagKey = (tag: string): string => `tag:${tag}`;

export class ListedTerms {
  readonly #kept = new LRUCache<string, Bitmap>({
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  get isHalfFull(): boolean {
    return this.#kept.calculatedSize * 2 > keptBytes;
  }

  get = (term: string): Bitmap | undefined => this.#kept.get(term);

  /** Keeps what many of `total` have. */
  keep(term: string, slots: Bitmap, total: number): void {
    const count = countBoth(slots, slots);
    if (count > 0 && count >= total * rarest) this.#kept.set(term, slots);
  }

  put(slot: number, terms: readonly string[]): void {
    const has = new Set(terms);
    for (const [term, slots] of this.#kept.entries()) setBit(slots, slot, has.has(term));
  }

  clear(): void {
    this.#kept.clear();
  }
}
