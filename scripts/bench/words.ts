/** What people might type to find skills of a catalog. */
import type { Engine } from '../../origin/store/engine/engine.ts';
import { tokensOf } from '../../origin/store/search/text.ts';
import { type Draw, pick } from './catalog/random.ts';

export interface Wanted {
  slug: string;
  description: string;
}

/** So many skills from all over the catalog, in an order that follows from `draw` alone. */
export async function someSkills(engine: Engine, draw: Draw, count: number): Promise<Wanted[]> {
  const ids = await engine.db.selectFrom('skills').select('id').orderBy('id').execute();
  const wanted = Array.from({ length: count }, () => pick(draw, ids).id);
  const rows = await engine.db
    .selectFrom('skills')
    .select(['id', 'slug', 'description'])
    .where('id', 'in', wanted)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Pieces of names and descriptions: a word, a part of one, two words as they stand. */
export function piecesOf(skills: readonly Wanted[], draw: Draw): string[] {
  return skills.map(({ slug, description }) => {
    const words = description.split(/\s+/).filter((word) => word.length >= 3);
    const word = pick(draw, words.length > 0 ? words : [slug]);
    const kind = Math.floor(draw() * 4);
    if (kind === 0) return slug;
    if (kind === 1) return word;
    if (kind === 2) return word.slice(1, 7).length >= 3 ? word.slice(1, 7) : word;
    const start = description.indexOf(word);
    return description.slice(start, start + word.length + 8).trim();
  });
}

export interface Query {
  kind: string;
  text: string;
  wanted: string;
}

/** Every way of asking takes the next skill of the list in turn; one that a skill offers no words for is left out. */
export function queriesFor(skills: readonly Wanted[], count: number): Query[] {
  const queries: Query[] = [];
  for (const [index, skill] of skills.entries()) {
    const [kind, ask] = waysToAsk[index % waysToAsk.length] ?? [];
    const text = ask?.(skill);
    if (kind && text) queries.push({ kind, text, wanted: skill.slug });
    if (queries.length === count) break;
  }
  return queries;
}

const waysToAsk: readonly (readonly [kind: string, ask: (skill: Wanted) => string | undefined])[] = [
  ['its name', ({ slug }) => slug],
  ['its words in another order', ({ slug }) => slug.split('-').reverse().join(' ')],
  ['its name, half typed', ({ slug }) => slug.slice(0, Math.ceil(slug.length * 0.7))],
  ['rare words of its description', ({ description }) => longest(latin(tokensOf(description)), 3)?.join(' ')],
  ['a word of its name and one of its description', mixed],
  ['a sentence in another script', ({ description }) => /\p{Script=Han}{4,}/u.exec(description)?.[0]],
];

function mixed({ slug, description }: Wanted): string | undefined {
  const [word] = longest(latin(tokensOf(description)), 1) ?? [];
  return word && `${longest(slug.split('-'), 1)?.[0]} ${word}`;
}

const latin = (words: string[]) => [...new Set(words.filter((word) => /^[a-z]{4,}$/.test(word)))];

function longest(words: readonly string[], count: number): string[] | undefined {
  const chosen = words.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, count);
  return chosen.length === count ? chosen : undefined;
}
