/** Skills as records: one query for the rows a caller may see, one for who uses them. */

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { skillId } from '../../contract/grammar/ids.ts';
import type * as records from '../../contract/records.ts';
import { anyoneIn } from '../anyone.ts';
import { compiledOnce } from '../engine/compiled.ts';
import type { SkillRow, VersionRow } from '../schema/tables.ts';
import {
  isKitKey,
  listedSkills,
  listedVersions,
  namedUsers,
  standingVersions,
  type View,
  visibleSkills,
  withheldSkills,
} from '../view.ts';
import type { Order } from './listing/listedColumns.ts';

type SkillSummary = z.output<typeof records.SkillSummary>;
type SkillQuery = ReturnType<typeof visibleSkills>;
export type SkillList = ReturnType<typeof listedSkills>;

/** How many handles `used_by` names; `used_by_count` counts all. */
const usedByLength = 20;

/** The summaries that `narrow` selects and orders among the visible skills. */
export const skillSummaries = (view: View, narrow: (skills: SkillQuery) => SkillQuery): Promise<SkillSummary[]> =>
  summariesIn(view, narrow(visibleSkills(view)));

export const summariesIn = async (view: View, skills: SkillQuery): Promise<SkillSummary[]> =>
  (await selectSummary(view, skills).execute()).map(summaryOf);

/** Summaries by skill id, of those among `ids` that the caller may see. */
export async function skillSummariesById(view: View, ids: readonly number[]): Promise<Map<number, SkillSummary>> {
  if (ids.length === 0) return new Map();
  const anyone = anyoneIn(view);
  const values = [JSON.stringify(ids), ...anyone.values];
  const rows = await runSummaries(view.db, anyone.shape, values, ([chosen, ...caller]) => {
    const placed = anyone.view(caller);
    const skills = visibleSkills(placed).where(sql<SqlBool>`skills.id in ${view.text.withIds(chosen)}`);
    return selectSummary(placed, skills);
  });
  return new Map(rows.map((row) => [row.id, summaryOf(row)]));
}

const runSummaries = compiledOnce<SummaryRow>();

/** The summaries of those that `narrow` chooses, orders and cuts to a page, in that order. */
export async function listedSummaries(view: View, narrow: (skills: SkillList) => SkillList): Promise<SkillSummary[]> {
  const rows = await narrow(listedSkills(view)).select('skills.id').execute();
  return summariesInOrder(
    view,
    rows.map((row) => row.id),
  );
}

/** The summaries of those among `ids` that the caller may see, in the order given. */
export async function summariesInOrder(view: View, ids: readonly number[]): Promise<SkillSummary[]> {
  const summaries = await skillSummariesById(view, ids);
  return ids.map((id) => summaries.get(id)).filter((summary) => summary !== undefined);
}

/** By their names, by how many installed or download them, by when their latest version came, or the newest first, which ids say: clocks may have been set back. */
export function inOrder(skills: SkillList, order: Order = 'new'): SkillList {
  if (order === 'alpha') return skills.orderBy('skills.slug').orderBy('skills.id');
  const counted = counts[order];
  return (counted ? skills.orderBy(`skills.${counted}`, 'desc') : skills).orderBy('skills.id', 'desc');
}

const counts = {
  new: undefined,
  updated: 'latest_at',
  installs: 'install_count',
  downloads: 'downloads_7d',
} as const satisfies Partial<Record<Order, string | undefined>>;

type Ordered = Pick<SkillRow, 'id' | 'slug' | 'latest_at' | 'install_count' | 'downloads_7d'>;

/** The same of rows that are at hand. Slugs are ASCII, so they compare as the engines compare them. */
export const comparing =
  (order: Order = 'new') =>
  (one: Ordered, other: Ordered): number => {
    if (order === 'alpha' && one.slug !== other.slug) return one.slug < other.slug ? -1 : 1;
    if (order === 'alpha') return one.id - other.id;
    const key = counts[order];
    return (key ? other[key] - one[key] : 0) || other.id - one.id;
  };

// biome-ignore lint/suspicious/noExplicitAny: whichever tables the rows are from, they are only counted.
export async function countIn(rows: SelectQueryBuilder<any, any, object>): Promise<number> {
  const { total } = await rows
    .clearOrderBy()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The whole row of a skill with its owner, or undefined where the caller sees none. */
export const findSkill = (view: View, author: string, slug: string) =>
  selectOne(view, visibleSkills(view), author, slug);

/** The same of one of which no version may be read; undefined for everyone but its owners. */
export const findWithheld = (view: View, author: string, slug: string) =>
  selectOne(view, withheldSkills(view), author, slug);

const selectOne = (view: View, skills: SkillQuery, author: string, slug: string) =>
  selectSummary(view, skills.where('owner.handle', '=', author).where('skills.slug', '=', slug))
    .select([
      'owner.id as owner_id',
      'owner.display_name as author_name',
      'skills.is_mirror',
      'skills.mirror_source_url',
      'skills.mirror_license',
      'skills.deprecation_message',
      'latest.license',
      'latest.tags',
      'latest.triggers',
      'latest.token_count',
    ])
    .executeTakeFirst();

export type FoundSkill = NonNullable<Awaited<ReturnType<typeof findSkill>>>;

export const summaryOfFound = (skill: FoundSkill): SkillSummary => summaryOf(skill);

/** The versions of a skill that its list names, newest first. */
export const versionsOf = (view: View, skillId: number): Promise<VersionRow[]> =>
  listedVersions(view, skillId).selectAll('versions').orderBy('number', 'desc').execute();

/** The newest standing version of a skill, in whatever state. */
export const newestVersion = (view: View, skillId: number): Promise<VersionRow | undefined> =>
  standingVersions(view, skillId).selectAll('versions').orderBy('number', 'desc').executeTakeFirst();

/** The standing version with this hash, or undefined. */
export const findVersion = (view: View, skillId: number, hash: string): Promise<VersionRow | undefined> =>
  standingVersions(view, skillId).selectAll('versions').where('hash', '=', hash).executeTakeFirst();

/** What of a skill a summary says. */
const selectSummary = (view: View, skills: SkillQuery) =>
  skills
    .select(usersOf(view))
    .select([
      'skills.id',
      'owner.handle as author',
      'skills.slug',
      'skills.description',
      'skills.visibility',
      'skills.install_count',
      'skills.downloads_7d',
      'skills.star_count',
      'skills.created_at',
      'skills.category',
      'skills.moderation_status',
      'skills.deprecated',
      'latest.hash as latest_hash',
      'latest.number as version',
      'latest.label as version_label',
      'latest.signature_status',
      'latest.scan_status',
    ]);

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummary>['execute']>>[number];

function summaryOf(row: SummaryRow): SkillSummary {
  const author = row.author ?? '';
  return {
    author,
    slug: row.slug,
    skill_id: skillId.format({ author, slug: row.slug }),
    description: row.description,
    visibility: row.visibility,
    latest_hash: row.latest_hash,
    version: row.version,
    version_label: row.version_label,
    install_count: row.install_count,
    downloads_7d: row.downloads_7d,
    created_at: row.created_at,
    category: row.category,
    signatureStatus: row.signature_status,
    scanStatus: row.scan_status,
    moderationStatus: row.moderation_status,
    deprecated: row.deprecated === 1,
    used_by: row.users?.split(',') ?? [],
    used_by_count: row.user_count ?? 0,
    star_count: row.star_count,
  };
}

/** Most skills are installed by nobody: of those nothing is looked up. */
function usersOf(view: View) {
  const users = namedUsers(view).where('library.skill_id', '=', sql<number>`skills.id`);
  const oldest = users
    .innerJoin('profiles', 'profiles.id', 'library.profile_id')
    .select(['profiles.handle', 'library.added_at', 'library.profile_id'])
    .orderBy('library.added_at')
    .orderBy('library.profile_id')
    .limit(usedByLength);
  // What everyone sees is counted by the database: of what many run, that takes longer than all else.
  const counted = isKitKey(view.caller)
    ? sql`(${users.select((e) => e.fn.countAll().as('total'))})`
    : sql`(select total from user_totals where skill_id = skills.id)`;
  const named = sql`(select string_agg(handle, ',' order by added_at, profile_id) from ${oldest} as oldest)`;
  return [
    sql<string | null>`case when skills.install_count > 0 then ${named} end`.as('users'),
    sql<number | null>`case when skills.install_count > 0 then ${counted} end`.as('user_count'),
  ];
}
