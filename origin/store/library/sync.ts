/** What a person's devices hold: approved versions, their own skills, and the kits they subscribe to. */

import { sql } from 'kysely';
import type { z } from 'zod';
import { kitSource, skillId } from '../../contract/grammar/ids.ts';
import type * as records from '../../contract/records.ts';
import type { Db } from '../engine/engine.ts';
import { type Noted, newestChange, notesAfter } from '../events/changes.ts';
import { type Caller, isKitKey, isReadable, type View, visibleKits, visibleMembers, visibleSkills } from '../view.ts';

type SyncEntry = z.output<typeof records.SyncManifest>['skills'][number];

/** What the entries of a caller were made from: as long as no note after `seq` concerns it, they are what they were. */
export interface SyncSources {
  seq: number;
  profileId: number;
  /** Row ids of all that is in the library, the caller's own or in a kit of theirs, whether it is to be seen or not. */
  skills: ReadonlySet<number>;
  kits: ReadonlySet<number>;
}

interface Skill {
  author: string;
  slug: string;
}

/** A version that a person's devices should hold, and why: `own`, `library` or `kit:<kit_id>`. */
export interface HeldVersion extends SyncEntry, Skill {
  versionId: number;
}

/**
 * Every skill that the caller's devices should hold, once, by skill_id. What the person approved wins over their own
 * newest version, and both over a kit; of kits, the oldest. A kit key sees its kit alone.
 */
const heldVersions = async (view: View, caller: Caller): Promise<HeldVersion[]> =>
  chosen(await view.db.selectFrom(heldRows(view, caller).as('held')).selectAll().execute());

/** Of several reasons to hold a skill the one that counts, as it is named. */
export function chosen<R extends HeldRow>(rows: readonly R[]): (R & HeldVersion)[] {
  const weakestFirst = rows.toSorted((a, b) => a.weight - b.weight || b.kit_id - a.kit_id);
  const named = weakestFirst.map((row) => [skillId.format({ author: row.author ?? '', slug: row.slug }), row] as const);
  return [...new Map(named)]
    .map(([skill_id, row]) => ({ ...row, skill_id, author: row.author ?? '', source: sourceOf(row) }))
    .sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
}

const weights = { kit: 0, own: 1, library: 2 };

function sourceOf({ weight, kit_owner, kit_slug }: HeldRow): string {
  if (weight === weights.library) return 'library';
  return weight === weights.own ? 'own' : kitSource.format({ owner: kit_owner ?? '', slug: kit_slug });
}

/** Each reason to hold a version, in one query; with `only`, those for one skill. */
export const heldRows = (view: View, caller: Caller, only?: Skill) =>
  isKitKey(caller)
    ? inKits(view, caller, only)
    : inKits(view, caller, only)
        .unionAll(own(view, caller, only))
        .unionAll(approved(view, caller, only));

export type HeldRow = Awaited<ReturnType<ReturnType<typeof heldRows>['execute']>>[number];

/** The same as records. */
export async function syncEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
  const held = await heldVersions(view, caller);
  return held.map(({ skill_id, hash, version_label, source }) => ({ skill_id, hash, version_label, source }));
}

/** `view` must be consistent, or a change between two reads is missed for good. */
export async function syncSources({ db }: View, caller: Caller): Promise<SyncSources> {
  const { profileId, kitId } = caller;
  const kits = isKitKey(caller)
    ? db.selectFrom('kits').select('id').where('id', '=', kitId)
    : db.selectFrom('kit_subscriptions').select('kit_id as id').where('profile_id', '=', profileId);
  const inKits = db.selectFrom('kit_skills').select('skill_id as id').where('kit_id', 'in', kits);
  const skills = isKitKey(caller)
    ? inKits
    : inKits
        .unionAll(db.selectFrom('library').select('skill_id as id').where('profile_id', '=', profileId))
        .unionAll(db.selectFrom('skills').select('id').where('owner_id', '=', profileId));
  const idsOf = (rows: { id: number }[]) => new Set(rows.map(({ id }) => id));
  return {
    seq: await newestChange(db),
    profileId,
    skills: idsOf(await skills.execute()),
    kits: idsOf(await kits.execute()),
  };
}

/** Notes that are read at once; a caller who missed more of them gets their entries computed again. */
const notesAtOnce = 1000;

/**
 * The sources as of what is `noted`, where no note since theirs concerns them; undefined where one does. One look-up by its
 * index, and none where there is no note.
 */
export async function currentSources(
  db: Db,
  sources: SyncSources,
  { newest }: Pick<Noted, 'newest'>,
): Promise<SyncSources | undefined> {
  if (sources.seq >= newest) return sources;
  const notes = await notesAfter(db, sources.seq, notesAtOnce);
  if (notes.length === notesAtOnce || notes.some((note) => concerns(sources, note))) return undefined;
  const settled = notes.findLast(({ is_settled }) => is_settled);
  return settled ? { ...sources, seq: settled.seq } : sources;
}

function concerns({ profileId, skills, kits }: SyncSources, { kind, entity_id }: Note): boolean {
  if (kind === 'library') return entity_id === profileId;
  return kind === 'skill' ? skills.has(entity_id) : kind === 'kit' && kits.has(entity_id);
}

type Note = Awaited<ReturnType<typeof notesAfter>>[number];

const approved = (view: View, caller: Caller, only?: Skill) =>
  one(visibleSkills(view), only)
    .innerJoin('library', 'library.skill_id', 'skills.id')
    .innerJoin('versions as approved', 'approved.id', 'library.version_id')
    .where('library.profile_id', '=', caller.profileId)
    .where('approved.withdrawn_at', 'is', null)
    .where(isReadable('approved'))
    .select(['owner.handle as author', 'skills.slug', 'approved.id as versionId', 'approved.hash'])
    .select(['approved.label as version_label', sql<number>`${sql.lit(weights.library)}`.as('weight'), ...noKit]);

const own = (view: View, caller: Caller, only?: Skill) =>
  one(visibleSkills(view), only)
    .where('skills.owner_id', '=', caller.profileId)
    .select(['owner.handle as author', 'skills.slug', 'latest.id as versionId', 'latest.hash'])
    .select(['latest.label as version_label', sql<number>`${sql.lit(weights.own)}`.as('weight'), ...noKit]);

const noKit = [
  sql<number>`0`.as('kit_id'),
  sql<string | null>`''`.as('kit_owner'),
  sql<string>`''`.as('kit_slug'),
] as const;

function inKits(view: View, caller: Caller, only?: Skill) {
  const subscribed = view.db
    .selectFrom('kit_subscriptions')
    .select('kit_id')
    .where('profile_id', '=', caller.profileId);
  const kits = visibleKits(view)
    .$if(!isKitKey(caller), (visible) => visible.where('kits.id', 'in', subscribed))
    .select(['kits.id', 'kits.slug', 'owner.handle'])
    .as('kit');
  return one(visibleMembers(view), only)
    .innerJoin(kits, 'kit.id', 'kit_skills.kit_id')
    .select(['owner.handle as author', 'skills.slug'])
    .select((e) => [
      e.fn.coalesce('pinned.id', 'latest.id').as('versionId'),
      e.fn.coalesce('pinned.hash', 'latest.hash').as('hash'),
      e.fn.coalesce('pinned.label', 'latest.label').as('version_label'),
    ])
    .select(sql<number>`${sql.lit(weights.kit)}`.as('weight'))
    .select(['kit.id as kit_id', 'kit.handle as kit_owner', 'kit.slug as kit_slug']);
}

/** All skills, or the one that is named. */
const one = <Q extends Named<Q>>(skills: Q, only?: Skill): Q =>
  only ? skills.where('owner.handle', '=', only.author).where('skills.slug', '=', only.slug) : skills;

interface Named<Q> {
  where(column: 'owner.handle' | 'skills.slug', operator: '=', value: string): Q;
}
