/** A change of a listed skill as the store tells of it, and what it says for lists and searches. */
import { bitOf } from '../schema/facets.ts';
import { placeOf } from '../schema/indexing.ts';
import type { ListedRow } from './listedColumns.ts';
import { tagKey } from './listedTerms.ts';

/** Null throughout where the skill is listed no more; the first two, where there was no change. */
export interface ListedChange {
  newest: number | null;
  number: number | null;
  skill_id: number;
  facets: number | null;
  slug: string | null;
  install_count: number | null;
  downloads_7d: number | null;
  latest_at: number | null;
  deprecated: number | null;
  /** Between spaces, and a JSON array: where they were asked for. */
  terms: string | null;
  tags: string | null;
}

export function listedRow({ skill_id: id, facets, slug, deprecated, ...row }: ListedChange): ListedRow {
  const [name, installs] = [slug ?? '', row.install_count ?? 0];
  const isVerified = Math.floor((facets ?? 0) / bitOf('signed', 'verified')) % 2 === 1;
  return {
    ...{ id, facets, slug: name, installs, downloads: row.downloads_7d ?? 0, latestAt: row.latest_at ?? 0 },
    place: placeOf({ id, slug: name, installs, isDeprecated: deprecated === 1, isVerified }),
  };
}

export const termsIn = ({ terms, tags }: ListedChange): string[] => [
  ...(terms?.split(' ') ?? []),
  ...(JSON.parse(tags ?? '[]') as string[]).map(tagKey),
];
