/** Of terms, tags and texts which slots of a listing have them. What is kept follows each change of a skill. */
import { LRUCache } from 'lru-cache';
import { type Bitmap, setBit } from './bitmaps.ts';
import { type Few, isFew, mostFew, type Slots, setSlot } from './slots.ts';

/** In all: at 100,000 skills those of 1,400 terms and 480 texts. */
const keptBytes = 24 * 1024 * 1024;

/** Terms that few have, such as nobody but who asks for them: so many that those of others stay. Each change looks at all. */
const mostLists = 3000;

/** Texts: each change looks for all of them in the text of its skill. Those that few skills hold are soon read again, and not kept. */
const mostTexts = 500;

/** A tag, and a text, among the terms: none of those has a colon. */
export const tagKey = (tag: string): string => `tag:${tag}`;
export const textKey = (text: string): string => textMark + text;
export const textOf = (key: string): string | undefined =>
  key.startsWith(textMark) ? key.slice(textMark.length) : undefined;
const textMark = 'text:';

const sizeCalculation = ({ byteLength }: Bitmap) => byteLength + 1;

/** Skills that change at once and are followed; after more, what is asked for is read again, which takes less. */
export const mostFollowed = 50;

export class KeptTerms {
  readonly #frequent = new LRUCache<string, Bitmap>({ maxSize: keptBytes * 0.75, sizeCalculation });
  readonly #texts = new LRUCache<string, Bitmap>({ max: mostTexts, maxSize: keptBytes * 0.25, sizeCalculation });
  readonly #rare = new LRUCache<string, Few>({ max: mostLists });

  /** How often all were dropped. */
  drops = 0;

  get isEmpty(): boolean {
    return this.#frequent.size + this.#texts.size + this.#rare.size === 0;
  }

  get isHalfFull(): boolean {
    return this.#frequent.calculatedSize * 2 > this.#frequent.maxSize;
  }

  get = (term: string): Slots | undefined => this.#texts.get(term) ?? this.#frequent.get(term) ?? this.#rare.get(term);

  keep(term: string, slots: Slots): void {
    const isText = textOf(term) !== undefined;
    if (!isFew(slots)) (isText ? this.#texts : this.#frequent).set(term, slots);
    else if (!isText) this.#rare.set(term, slots);
  }

  put(slot: number, has: (term: string) => boolean, capacity: number): void {
    for (const kept of [this.#frequent, this.#texts])
      for (const [term, slots] of kept.entries()) setBit(slots, slot, has(term));
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
    this.#texts.clear();
    this.#rare.clear();
  }
}
