/** What a person's devices hold: approved versions, their own skills, and the kits they subscribe to. */
import type { z } from 'zod';
import type * as records from '../contract/records.ts';
import { newestChange, notesAfter } from './changes.ts';
import type { Db } from './engine.ts';
import { kitIdOf } from './kits.ts';
import { skillIdOf } from './skills.ts';
import { type Caller, isKitKey, type View, visibleKits, visibleMembers, visibleSkills } from './view.ts';

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
 * newest version, and both over a kit. A kit key sees its kit alone. `only` narrows it to one skill.
 */
export async function heldVersions(view: View, caller: Caller, only?: Skill): Promise<HeldVersion[]> {
  const sources = isKitKey(caller) ? [kitVersions] : [kitVersions, ownVersions, approvedVersions];
  const held = await Promise.all(sources.map((versions) => versions(view, caller, only)));
  const bySkill = new Map(held.flat().map((version) => [version.skill_id, version]));
  return [...bySkill.values()].sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
}

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

/** Notes that are read at once; whoever was away for more of them gets their entries made anew. */
const notesAtOnce = 1000;

/**
 * The sources with the number of the newest note, where none since theirs concerns them; undefined where one does.
 * One look-up by its index.
 */
export async function stillStanding(db: Db, sources: SyncSources): Promise<SyncSources | undefined> {
  const notes = await notesAfter(db, sources.seq, notesAtOnce);
  const newest = notes.at(-1);
  if (!newest) return sources;
  if (notes.length === notesAtOnce || notes.some((note) => concerns(sources, note))) return undefined;
  return { ...sources, seq: newest.seq };
}

function concerns({ profileId, skills, kits }: SyncSources, { kind, entity_id }: Note): boolean {
  if (kind === 'library') return entity_id === profileId;
  return kind === 'skill' ? skills.has(entity_id) : kind === 'kit' && kits.has(entity_id);
}

type Note = Awaited<ReturnType<typeof notesAfter>>[number];

async function approvedVersions(view: View, caller: Caller, only?: Skill): Promise<HeldVersion[]> {
  const rows = await one(visibleSkills(view), only)
    .innerJoin('library', 'library.skill_id', 'skills.id')
    .innerJoin('versions as approved', 'approved.id', 'library.version_id')
    .where('library.profile_id', '=', caller.profileId)
    .where('approved.withdrawn_at', 'is', null)
    .where('approved.scan_status', '<>', 'quarantined')
    .select(['owner.handle', 'skills.slug', 'approved.id', 'approved.hash', 'approved.label'])
    .execute();
  return rows.map((row) => heldOf(row, 'library'));
}

async function ownVersions(view: View, caller: Caller, only?: Skill): Promise<HeldVersion[]> {
  const rows = await one(visibleSkills(view), only)
    .where('skills.owner_id', '=', caller.profileId)
    .select(['owner.handle', 'skills.slug', 'latest.id', 'latest.hash', 'latest.label'])
    .execute();
  return rows.map((row) => heldOf(row, 'own'));
}

/** The members of the kits, those of the oldest kit last, since the last entry of a skill counts. */
async function kitVersions(view: View, caller: Caller, only?: Skill): Promise<HeldVersion[]> {
  const subscribed = view.db
    .selectFrom('kit_subscriptions')
    .select('kit_id')
    .where('profile_id', '=', caller.profileId);
  const kits = visibleKits(view)
    .$if(!isKitKey(caller), (visible) => visible.where('kits.id', 'in', subscribed))
    .select(['kits.id', 'kits.slug', 'owner.handle'])
    .as('kit');
  const rows = await one(visibleMembers(view), only)
    .innerJoin(kits, 'kit.id', 'kit_skills.kit_id')
    .select(['owner.handle', 'skills.slug', 'kit.handle as kit_owner', 'kit.slug as kit_slug'])
    .select((e) => [
      e.fn.coalesce('pinned.id', 'latest.id').as('id'),
      e.fn.coalesce('pinned.hash', 'latest.hash').as('hash'),
      e.fn.coalesce('pinned.label', 'latest.label').as('label'),
    ])
    .orderBy('kit.id', 'desc')
    .execute();
  return rows.map((row) => heldOf(row, `kit:${kitIdOf(row.kit_owner ?? '', row.kit_slug)}`));
}

/** All skills, or the one that is named. */
const one = <Q extends Named<Q>>(skills: Q, only?: Skill): Q =>
  only ? skills.where('owner.handle', '=', only.author).where('skills.slug', '=', only.slug) : skills;

interface Named<Q> {
  where(column: 'owner.handle' | 'skills.slug', operator: '=', value: string): Q;
}

const heldOf = (
  row: { id: number; handle: string | null; slug: string; hash: string; label: string },
  source: string,
): HeldVersion => ({
  skill_id: skillIdOf(row.handle ?? '', row.slug),
  author: row.handle ?? '',
  slug: row.slug,
  versionId: row.id,
  hash: row.hash,
  version_label: row.label,
  source,
});
