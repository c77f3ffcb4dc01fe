/**
 * Suggests what a skill is about, by the words that it describes itself with. The same text gives the same answer; a word
 * counts once however often it is said, and what is only hinted at stays `other`.
 */
import { Category } from '../../../contract/fields.ts';
import { termsOf } from '../../search/terms.ts';
import { categoryWords } from './words.data.ts';

export interface Text {
  slug: string;
  name: string;
  description: string;
  triggers: readonly string[];
  tags: readonly string[];
}

const [sure, leaning] = [3, 1];
/** What stands in a name, or is a tag, says more of what it is about than any sentence. */
const named = 2;
/** The least that tells anything, and how far ahead of the next it has to be, in all that was found. */
const [least, lead] = [3, 0.02];
/** Of a description and its triggers, in characters; what is behind them is not looked at. */
const [readOfDescription, readOfTriggers] = [600, 200];

type Weights = ReadonlyMap<string, readonly [category: Category, weight: number][]>;

const weights: Weights = weightsOf();

function weightsOf(): Weights {
  const found = new Map<string, Map<Category, number>>();
  for (const category of Category.options) {
    if (category === 'other') continue;
    const words = categoryWords[category];
    for (const [text, weight] of [
      [words.leaning, leaning],
      [words.sure, sure],
    ] as const)
      for (const word of text.split(/\s+/).filter(Boolean))
        for (const term of termsOf(word)) {
          const categories = found.get(term) ?? new Map<Category, number>();
          categories.set(category, weight);
          found.set(term, categories);
        }
  }
  // A word of several categories tells less of each.
  return new Map(
    [...found].map(([term, of]) => [term, [...of].map(([category, weight]) => [category, weight / of.size])]),
  );
}

export function suggestedCategory({ slug, name, description, triggers, tags }: Text): Category {
  const inNames = new Set(
    termsOf([slug.replaceAll('-', ' '), name, ...tags.map((tag) => tag.replaceAll('-', ' '))].join('\n')),
  );
  const said = termsOf(`${description.slice(0, readOfDescription)}\n${triggers.join('\n').slice(0, readOfTriggers)}`);
  const scores = new Map<Category, number>();
  for (const term of new Set([...inNames, ...said]))
    for (const [category, weight] of weights.get(term) ?? [])
      scores.set(category, (scores.get(category) ?? 0) + weight * (inNames.has(term) ? named : 1));
  const [first, second] = [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  if (!first || first[1] < least) return 'other';
  const all = [...scores.values()].reduce((sum, score) => sum + score, 0);
  return first[1] - (second?.[1] ?? 0) >= lead * all ? first[0] : 'other';
}
