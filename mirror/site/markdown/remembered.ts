/**
 * What was made of text lately. Pages made on demand are asked for again and again, and text that is written to be slow
 * costs up to a second: once, and not with every look at it.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const keptCharacters = 8 * 1024 * 1024;
const kept = new LRUCache<string, { made: unknown }>({ maxSize: keptCharacters });

/** What `make` gives, or gave before. `sources` are all that it depends on. */
export function remembered<T>(make: () => T, ...sources: string[]): T {
  const key = createHash('sha256').update(JSON.stringify(sources)).digest('base64');
  const known = kept.get(key);
  if (known) return known.made as T;
  const made = make();
  kept.set(key, { made }, { size: JSON.stringify(made).length });
  return made;
}
