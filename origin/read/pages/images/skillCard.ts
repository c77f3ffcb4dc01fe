/** A skill's picture for where links are shown with one. */
import { LRUCache } from 'lru-cache';
import { siteName } from '../../../contract/clients/discovery.ts';
import { ApiError } from '../../../contract/errors.ts';
import { cardText } from '../../../contract/subjects/pictures.ts';
import { type Card, drawCard } from '../../../pictures/card.ts';
import type { PageLoader } from '../page.ts';
import { verdictNow } from './verdictNow.ts';

/** Bytes of pictures that are cached, by all that they say. */
const kept = new LRUCache<string, Uint8Array>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ byteLength }) => byteLength,
});

/** Errors: `skill_not_found`; `not_found` for a description in letters that are not drawn: the page names no picture then. */
export const skillCard: PageLoader<'skillCard'> = async (reading, { author, slug }) => {
  const { skill, words, tone } = await verdictNow(reading, { author, slug });
  const description = cardText(skill.description);
  if (description === undefined) throw new ApiError('not_found', `There is no preview of ${author}/${slug}.`);
  const verdict = words.charAt(0).toUpperCase() + words.slice(1);
  const card: Card = { author, name: slug, description, verdict, tone, site: siteName };
  const key = JSON.stringify(card);
  const known = kept.get(key) ?? drawCard(card);
  kept.set(key, known);
  return known;
};
