/** Kits as records. Counts and members are those the caller may see, so a private member leaves no trace. */

import { sql } from 'kysely';
import type { z } from 'zod';
import { kitId } from '../../contract/grammar/ids.ts';
import type * as records from '../../contract/records.ts';
import { remembered } from '../memory.ts';
import { skillSummariesById } from '../skills/skills.ts';
import { type View, visibleKits, visibleMembers } from '../view.ts';

type KitSummary = z.output<typeof records.KitSummary>;
type KitSkill = z.output<typeof records.KitSkill>;
export type KitQuery = ReturnType<typeof visibleKits>;

/** The summaries that `narrow` selects and orders among the visible kits. */
export async function kitSummaries(view: View, narrow: (kits: KitQuery) => KitQuery): Promise<KitSummary[]> {
  const rows = await selectSummary(narrow(visibleKits(view))).execute();
  const sizes = await sizesOf(
    view,
    rows.map((row) => row.id),
  );
  return rows.map((row) => summaryOf(row, sizes.get(row.id) ?? 0));
}

/** Summaries by kit row id, of those among `ids` that the caller may see. */
export async function kitSummariesById(view: View, ids: readonly number[]): Promise<Map<number, KitSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await selectSummary(visibleKits(view).where('kits.id', 'in', ids)).execute();
  const sizes = await sizesOf(view, ids);
  return new Map(rows.map((row) => [row.id, summaryOf(row, sizes.get(row.id) ?? 0)]));
}

/** By their names, by how many subscribed to them, or the newest first. */
export function kitsInOrder(kits: KitQuery, order: 'new' | 'alpha' | 'subscribers' = 'new'): KitQuery {
  if (order === 'alpha') return kits.orderBy('kits.slug').orderBy('kits.id');
  const popular = order === 'subscribers' ? kits.orderBy('kits.subscriber_count', 'desc') : kits;
  return popular.orderBy('kits.created_at', 'desc').orderBy('kits.id', 'desc');
}

export async function countKits(view: View, narrow: (kits: KitQuery) => KitQuery): Promise<number> {
  const { total } = await narrow(visibleKits(view))
    .clearOrderBy()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** One kit's row with what the kit record adds to the summary, or undefined where the caller sees none. */
export const findKit = (view: View, owner: string, slug: string) =>
  selectSummary(visibleKits(view).where('owner.handle', '=', owner).where('kits.slug', '=', slug))
    .select(['kits.version', 'kits.created_at', 'kits.updated_at', 'kits.featured'])
    .executeTakeFirst();

export type FoundKit = NonNullable<Awaited<ReturnType<typeof findKit>>>;

export const summaryOfFoundKit = (kit: FoundKit, skillCount: number): KitSummary => summaryOf(kit, skillCount);

const byName = <Q extends { orderBy(column: 'owner.handle' | 'kits.slug'): Q }>(kits: Q): Q =>
  kits.orderBy('owner.handle').orderBy('kits.slug');

/** The kits that show a skill, the most subscribed first. */
export const kitsShowing = (view: View, skillId: number, { limit, offset }: { limit: number; offset: number }) =>
  kitSummaries(view, (kits) =>
    byName(showingSkill(view, skillId)(kits).orderBy('kits.subscriber_count', 'desc')).limit(limit).offset(offset),
  );

/** Narrows to the kits that show this skill. */
export const showingSkill = (view: View, skillId: number) => (kits: KitQuery) =>
  kits.where(
    'kits.id',
    'in',
    visibleMembers(view).where('kit_skills.skill_id', '=', skillId).select('kit_skills.kit_id'),
  );

/** The first kits that show a skill, in an order that no count alters: of their owners, and then of their names. */
export async function kitNames(view: View, skillId: number, limit: number) {
  const showing = showingSkill(view, skillId);
  const kits = await showing(visibleKits(view))
    .select((e) => [e.fn.coalesce('owner.handle', sql.lit('')).as('owner'), 'kits.slug', 'kits.name'])
    .$call(byName)
    .limit(limit)
    .execute();
  return { kits, total: await countKits(view, showing) };
}

/** Of the members that the caller may see: how many, and how many are pinned to one version. None where there is no kit. */
export const totalsOfKit = (view: View, owner: string, slug: string) =>
  remembered(view.memory, `totals ${owner}/kit/${slug}`, () =>
    visibleMembers(view)
      .where(
        'kit_skills.kit_id',
        'in',
        visibleKits(view).where('owner.handle', '=', owner).where('kits.slug', '=', slug).select('kits.id'),
      )
      .select((e) => [e.fn.countAll<number>().as('skills'), e.fn.count<number>('pinned.id').as('pinned')])
      .executeTakeFirstOrThrow(),
  );

/** A kit's members in the order they were added: a page of them, or all. */
export async function kitSkills(
  view: View,
  kitId: number,
  page?: { limit: number; offset: number },
): Promise<KitSkill[]> {
  const rows = await inOrder(view, kitId)
    .select([
      'skills.id as skill_row',
      'latest.hash as latest_hash',
      'latest.label as latest_label',
      'pinned.hash as pinned_hash',
      'pinned.label as pinned_label',
      'kit_skills.note',
    ])
    .$if(page !== undefined, (members) => members.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  const summaries = await skillSummariesById(
    view,
    rows.map((row) => row.skill_row),
  );
  return rows.flatMap((row) => {
    const skill = summaries.get(row.skill_row);
    if (!skill) return [];
    return {
      skill_id: skill.skill_id,
      hash: row.pinned_hash ?? row.latest_hash,
      version_label: row.pinned_label ?? row.latest_label,
      pinned: row.pinned_hash !== null,
      ...(row.note && { note: row.note }),
      skill,
    };
  });
}

/** The version of each member that the kit stands for, in the members' order. */
export const kitVersions = (view: View, kitId: number) =>
  inOrder(view, kitId)
    .select(['owner.handle as author', 'skills.slug', 'skills.deprecated'])
    .select((e) => e.fn.coalesce('kit_skills.version_id', 'latest.id').as('versionId'))
    .execute();

const inOrder = (view: View, kitId: number) =>
  visibleMembers(view).where('kit_skills.kit_id', '=', kitId).orderBy('kit_skills.added_at').orderBy('skills.id');

const selectSummary = (kits: KitQuery) =>
  kits.select([
    'kits.id',
    'owner.handle as owner',
    'kits.slug',
    'kits.name',
    'kits.description',
    'kits.subscriber_count',
    'kits.category',
    'kits.visibility',
  ]);

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummary>['execute']>>[number];

function summaryOf(row: SummaryRow, skillCount: number): KitSummary {
  const owner = row.owner ?? '';
  return {
    id: kitId.format({ owner, slug: row.slug }),
    owner,
    slug: row.slug,
    name: row.name,
    description: row.description,
    skill_count: skillCount,
    subscriber_count: row.subscriber_count,
    category: row.category,
    visibility: row.visibility,
  };
}

async function sizesOf(view: View, kitIds: readonly number[]): Promise<Map<number, number>> {
  if (kitIds.length === 0) return new Map();
  const rows = await visibleMembers(view)
    .where('kit_skills.kit_id', 'in', kitIds)
    .groupBy('kit_skills.kit_id')
    .select((e) => ['kit_skills.kit_id', e.fn.countAll<number>().as('size')])
    .execute();
  return new Map(rows.map((row) => [row.kit_id, row.size]));
}
