/** What a comparison of two versions newly asks for, in words; also for the browser. */

import type { Output } from '../operations.ts';
import { shownNames } from './does.ts';

type Asks = Output<'getSkillVersionDiff'>['asks'];

export interface Asked {
  /** What was found that was not there before, as much as is shown at once; `more` is how many there are apart from that. */
  news: { what: string; values: readonly string[]; more: number }[];
  /** That more may have changed than was read; empty where all of it was. */
  incomplete: string;
  /** Where nothing new was found and what was not read: sentences that promise no more than was looked at. */
  limits: string;
  /** Tokens of SKILL.md; empty where they are as many. */
  tokens: string;
}

/** As the records of `origin/scan/capabilities` have them. The first four are as old as the comparison. */
const places: readonly [kind: Exclude<keyof Asks, 'token_count' | 'complete'>, what: string, place: string][] = [
  ['does', 'uses of data', ''],
  ['commands', 'commands', 'run by scripts, blocks and inline code'],
  ['domains', 'domains', 'in addresses or reached by programs'],
  ['environment', 'environment variables', 'read by programs or named to be set'],
  ['files_read', 'files read', 'by programs'],
  ['files_written', 'files written', 'by programs'],
  ['packages', 'packages', 'installed by programs or listed'],
  ['agent_config', 'agent configuration', 'shipped, named or touched'],
  ['allowed_tools', 'tools', 'in allowed-tools of SKILL.md'],
];

export function askedIn(asks: Asks): Asked {
  // Registries before a field know nothing of it.
  const rows = places.flatMap(([kind, what, place]) => {
    const values = asks[kind];
    return values ? [{ kind, what, place, values }] : [];
  });
  const missed = rows
    .filter(({ place, values }) => place && values.length === 0)
    .map(({ what, place }) => `${what} ${place}`);
  // Registries before this field read everything.
  const isWhole = asks.complete !== false;
  const found = isWhole ? 'Found' : 'In the parts that were read, found';
  const sentences = [
    ...(missed.length > 0 ? [`${found} no new ${missed.join('; ')}.`] : []),
    'Instructions in prose were not checked.',
  ];
  const { token_count: more } = asks;
  return {
    news: rows
      .filter(({ values }) => values.length > 0)
      .map(({ what, values }) => ({
        what,
        values: values.slice(0, shownNames),
        more: Math.max(0, values.length - shownNames),
      })),
    incomplete: isWhole ? '' : 'Parts of these versions were not read, so there may be more.',
    limits: sentences.join(' '),
    tokens: more === 0 ? '' : `SKILL.md: ${more > 0 ? '+' : ''}${more} tokens`,
  };
}

/** `New domains: a.example, b.example, 3 more`; `visible` shows what can't be seen in a name. */
export const newsWords = ({ what, values, more }: Asked['news'][number], visible: (name: string) => string): string =>
  `New ${what}: ${[...values.map(visible), ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
