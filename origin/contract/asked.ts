/** What a comparison of two versions newly asks for, in words; also for the browser. */
import type { Output } from './operations.ts';

type Asks = Output<'getSkillVersionDiff'>['asks'];

export interface Asked {
  /** What was found that was not there before. */
  news: { what: string; values: readonly string[] }[];
  /** That more may have changed than was read; empty where all of it was. */
  incomplete: string;
  /** Where nothing new was found and what was not read: sentences that promise no more than was looked at. */
  limits: string;
  /** Tokens of SKILL.md; empty where they are as many. */
  tokens: string;
}

/** As `origin/bundle/compare/capabilities.ts` reads. */
const places: readonly [kind: Exclude<keyof Asks, 'token_count' | 'complete'>, what: string, place: string][] = [
  ['commands', 'commands', 'in shell scripts and fenced shell code'],
  ['domains', 'domains', 'in http and https addresses'],
  ['environment', 'environment variables', 'by their usual spellings'],
  ['allowed_tools', 'tools', 'in allowed-tools of SKILL.md'],
];

export function askedIn(asks: Asks): Asked {
  const rows = places.map(([kind, what, place]) => ({ what, place, values: asks[kind] }));
  const missed = rows.filter(({ values }) => values.length === 0).map(({ what, place }) => `${what} ${place}`);
  // Registries before this field read everything.
  const isWhole = asks.complete !== false;
  const found = isWhole ? 'Found' : 'In what was read, found';
  const sentences = [
    ...(missed.length > 0 ? [`${found} no new ${missed.join(', ')}.`] : []),
    'Prose and other code were not read for commands.',
  ];
  const { token_count: more } = asks;
  return {
    news: rows.filter(({ values }) => values.length > 0),
    incomplete: isWhole ? '' : 'Not all of what changed was read for this, so there may be more.',
    limits: sentences.join(' '),
    tokens: more === 0 ? '' : `SKILL.md: ${more > 0 ? '+' : ''}${more} tokens`,
  };
}
