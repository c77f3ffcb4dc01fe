import { mcpLimits } from '../../contract/clients/mcp.ts';
import { tokensOf } from '../../store/search/text.ts';
import { type KitEntry, kitEntries, urlOf } from '../kit.ts';
import type { Tool } from '../tool.ts';

export const search: Tool<'search'> = async (reading, { query }) => {
  const words = [...new Set(tokensOf(query))];
  const ranked = (await kitEntries(reading))
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, mcpLimits.found);
  const results = ranked.map(({ entry }) => ({
    id: entry.skill_id,
    title: entry.name,
    url: urlOf(reading, entry),
  }));
  const result = { results };
  return { result, texts: [JSON.stringify(result)] };
};

/**
 * How well a skill answers: each word of the query counts by where a word that begins with it stands; all of them
 * together count more than the best one alone. 0 where none does.
 */
function rankOf({ author, slug, name, description, triggers }: KitEntry, words: string[]): number {
  const names = tokensOf(`${author} ${slug} ${name}`);
  const phrases = (JSON.parse(triggers) as string[]).flatMap(tokensOf);
  const prose = tokensOf(description);
  const rankIn = (word: string) => {
    if (names.includes(word)) return 8;
    const begins = (other: string) => other.startsWith(word);
    if (names.some(begins)) return 6;
    if (phrases.some(begins)) return 4;
    return prose.some(begins) ? 2 : 0;
  };
  const ranks = words.map(rankIn);
  const all = ranks.length > 0 && ranks.every((rank) => rank > 0) ? 10 : 0;
  return ranks.reduce((sum, rank) => sum + rank, all);
}
