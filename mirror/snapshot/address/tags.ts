/**
 * The tags of an answer at a CDN, and those that a change purges: both from the address alone, so they can't disagree. An
 * answer has a tag of its own, and wider ones, by which one purge reaches all of a skill, of a handle, or everything.
 */

import { digitsOf } from '../../../origin/contract/grammar/grammar.ts';
import type { OperationId } from '../../../origin/contract/operations.ts';
import type { PageId } from '../../../origin/contract/pages.ts';
import { type Address, prebuiltAddress } from './address.ts';

/** Of everything that is not named by its content. */
export const everything = 'all';
/** Of what no file holds: lists with a query, searches, comparisons. Purged with every change. */
const onDemand = 'query';

export interface Tagged {
  tags: string[];
  /** Whether a file holds the answer, so that `purgedBy` names it when it may differ. */
  isFile: boolean;
}

/** `input` is what was validated, so every way to write an address has the same tags. */
export function tagsOf(id: OperationId | PageId, input: Record<string, unknown>): Tagged {
  const values = input as Address['values'];
  if (prebuiltAddress(id, input)) return tagsOfFile(id, values);
  const other = values['other'] ? [versionTag(values['other'])] : [];
  return { tags: [ownTag(id, values), ...other, onDemand, ...widerTags(values), everything], isFile: false };
}

/** Of what a file holds. Values may be what another program fills in. */
export const tagsOfFile = (id: OperationId | PageId, values: Address['values']): Tagged => ({
  tags: [ownTag(id, values), ...widerTags(values), everything],
  isFile: true,
});

function ownTag(id: string, { hash, author, owner, slug }: Address['values']): string {
  if (hash) return versionTag(hash);
  if (owner && slug) return `k/${owner}/${slug}`;
  if (author && slug) return `s/${author}/${slug}`;
  return author ? `p/${author}` : id;
}

/** Content that two skills share has one tag: it goes with either. */
const versionTag = (hash: string): string => `v/${digitsOf(hash)}`;

function widerTags({ author, owner, slug }: Address['values']): string[] {
  if (owner) return [`of/${owner}`];
  if (!author) return [];
  return slug ? [`of/${author}/${slug}`, `of/${author}`] : [`of/${author}`];
}

/** Tags of their own that a skill, a handle and a change name at most: beyond, one wider tag says it. */
const [mostOfSkill, mostOfHandle, most] = [8, 40, 200];

/** Tags by which every answer at these addresses goes; and what no file holds, which may show any of them. */
export function purgedBy(addresses: readonly Address[]): string[] {
  if (addresses.length === 0) return [];
  // Content that several skills share is named for each of them, since one may be widened and another not.
  const named = addresses.map(({ id, values }) => [ownTag(id, values), ...widerTags(values)]);
  const bySkill = widened(named, mostOfSkill, (wider) => (wider.length > 1 ? wider[0] : undefined));
  const byHandle = widened(bySkill, mostOfHandle, (wider) => wider.at(-1));
  const tags = new Set(byHandle.map(([tag = everything]) => tag));
  return tags.size > most ? [everything] : [onDemand, ...tags];
}

/** Tags, each before its wider ones: where more than `limit` share the one that `choose` says, that one instead. */
function widened(
  named: readonly string[][],
  limit: number,
  choose: (wider: readonly string[]) => string | undefined,
): string[][] {
  const sharing = new Map<string, Set<string>>();
  for (const [tag = everything, ...wider] of named) {
    const shared = choose(wider);
    if (shared) sharing.set(shared, (sharing.get(shared) ?? new Set()).add(tag));
  }
  return named.map(([tag = everything, ...wider]) => {
    const shared = choose(wider);
    if (!shared || (sharing.get(shared)?.size ?? 0) <= limit) return [tag, ...wider];
    return [shared, ...wider.filter((one) => one !== shared)];
  });
}
