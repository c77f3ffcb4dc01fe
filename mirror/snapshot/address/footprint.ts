/** Which resources an entity takes part in, as far as the catalog shows: what `affected` compares before and after. */

import { isReadable } from '../../../origin/contract/subjects/scanned.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import type { Change } from '../../../origin/store/events/changes.ts';

export interface SkillFootprint {
  kind: 'skill';
  author: string;
  slug: string;
  /** The parts of the sitemap for its page, and for its owner's. */
  shard: string;
  ownerShard: string;
  versions: VersionFootprint[];
  kits: KitMembership[];
  /** What pages of others that name it show of it; differs when one of them may. */
  card: string;
  /** The skills that name it as one like them, at most a few dozen (store/likeness). */
  namedBy: SkillName[];
}

type SkillName = {
  author: string;
  slug: string;
};

/** A kit that names the skill. */
interface KitMembership extends KitFootprint {
  /** Whether the kit shows the skill, and so counts it. */
  counted: boolean;
}

interface VersionFootprint {
  hash: string;
  /** Whether its content is not refused. */
  isReadable: boolean;
}

export interface ProfileFootprint {
  kind: 'profile';
  handle: string;
  /** What other records show of it; differs when one of them may. */
  card: string;
  skills: string[];
  kits: string[];
  /** Handles of profiles whose records show this one: followers, followed, teams. */
  shownBy: string[];
}

export interface KitFootprint extends KitName {
  kind: 'kit';
  /** What the pages of its members show of it. */
  card: string;
  /** The part of the sitemap that lists it. */
  ownerShard: string;
  members: { author: string; slug: string }[];
}

interface AdvisoryFootprint {
  kind: 'advisory';
  name: string;
  /** Differs when what it says does. */
  document: string;
}

export type Footprint = SkillFootprint | ProfileFootprint | KitFootprint | AdvisoryFootprint;

interface KitName {
  owner: string;
  slug: string;
}

/** Undefined where the catalog has no such entity, or the kind has no entities of its own. */
export async function footprintOf(catalog: Db, { kind, entityId }: Change): Promise<Footprint | undefined> {
  if (kind === 'skill') return skillFootprint(catalog, entityId);
  if (kind === 'profile') return profileFootprint(catalog, entityId);
  if (kind === 'advisory') return advisoryFootprint(catalog, entityId);
  return kind === 'kit' ? kitFootprint(catalog, entityId) : undefined;
}

async function skillFootprint(catalog: Db, id: number): Promise<SkillFootprint | undefined> {
  const [skill, card, namedBy, versions, memberships] = await together([
    catalog
      .selectFrom('skills')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['handle', 'slug', 'skills.shard', 'profiles.shard as ownerShard'])
      .where('skills.id', '=', id)
      .executeTakeFirst(),
    catalog
      .selectFrom('skills')
      .select(['description', 'deprecated', 'scan_status', 'signature_status', 'moderation_status', 'is_mirror'])
      .select((e) => e('latest_version_id', 'is', null).as('withheld'))
      .where('id', '=', id)
      .executeTakeFirst(),
    catalog
      .selectFrom('skill_likes')
      .innerJoin('skills', 'skills.id', 'skill_likes.skill_id')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['handle', 'skills.slug'])
      .where('skill_likes.other_id', '=', id)
      .orderBy('skills.id')
      .execute(),
    catalog.selectFrom('versions').select(['versions.id', 'hash', 'scan_status']).where('skill_id', '=', id).execute(),
    catalog.selectFrom('kit_skills').selectAll().where('skill_id', '=', id).orderBy('kit_id').execute(),
  ]);
  if (!skill?.handle) return undefined;
  const standing = new Set(versions.filter((version) => isReadable(version.scan_status)).map((version) => version.id));
  const kits = await together(
    memberships.map(async ({ kit_id, version_id }): Promise<KitMembership[]> => {
      const kit = await kitFootprint(catalog, kit_id);
      return kit ? [{ ...kit, counted: standing.size > 0 && (version_id === null || standing.has(version_id)) }] : [];
    }),
  );
  return {
    kind: 'skill',
    author: skill.handle,
    slug: skill.slug,
    shard: skill.shard,
    ownerShard: skill.ownerShard,
    versions: versions.map(({ hash, scan_status }) => ({ hash, isReadable: isReadable(scan_status) })),
    kits: kits.flat(),
    card: JSON.stringify([skill.handle, skill.slug, card]),
    namedBy: namedBy.map(({ handle, slug }) => ({ author: handle ?? '', slug })),
  };
}

async function advisoryFootprint(catalog: Db, id: number): Promise<AdvisoryFootprint | undefined> {
  const advisory = await catalog
    .selectFrom('advisories')
    .select(['name', 'document'])
    .where('id', '=', id)
    .executeTakeFirst();
  return advisory && { kind: 'advisory', ...advisory };
}

async function profileFootprint(catalog: Db, id: number): Promise<ProfileFootprint | undefined> {
  const [profile, keys, skills, kits, shownBy] = await together([
    catalog.selectFrom('profiles').select(['handle', 'display_name']).where('id', '=', id).executeTakeFirst(),
    catalog.selectFrom('author_keys').selectAll().where('profile_id', '=', id).orderBy('id').execute(),
    catalog.selectFrom('skills').select('slug').where('owner_id', '=', id).execute(),
    catalog.selectFrom('kits').select('slug').where('owner_id', '=', id).execute(),
    catalog
      .selectFrom('profiles')
      .select('handle')
      .where((e) =>
        e.or([
          e('id', 'in', catalog.selectFrom('follows').select('followed_id').where('follower_id', '=', id)),
          e('id', 'in', catalog.selectFrom('follows').select('follower_id').where('followed_id', '=', id)),
          e('id', 'in', catalog.selectFrom('team_members').select('team_id').where('member_id', '=', id)),
        ]),
      )
      .execute(),
  ]);
  if (!profile?.handle) return undefined;
  return {
    kind: 'profile',
    handle: profile.handle,
    card: JSON.stringify([profile, keys]),
    skills: skills.map((skill) => skill.slug),
    kits: kits.map((kit) => kit.slug),
    shownBy: shownBy.map((other) => other.handle ?? ''),
  };
}

async function kitFootprint(catalog: Db, id: number): Promise<KitFootprint | undefined> {
  const [kit, members] = await together([
    catalog
      .selectFrom('kits')
      .innerJoin('profiles', 'profiles.id', 'kits.owner_id')
      .select(['handle', 'kits.slug', 'kits.name', 'profiles.shard'])
      .where('kits.id', '=', id)
      .executeTakeFirst(),
    catalog
      .selectFrom('kit_skills')
      .innerJoin('skills', 'skills.id', 'kit_skills.skill_id')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['handle', 'skills.slug'])
      .where('kit_skills.kit_id', '=', id)
      .execute(),
  ]);
  if (!kit) return undefined;
  return {
    kind: 'kit',
    card: JSON.stringify([kit.handle, kit.slug, kit.name]),
    owner: kit.handle ?? '',
    ownerShard: kit.shard,
    slug: kit.slug,
    members: members.map((member) => ({ author: member.handle ?? '', slug: member.slug })),
  };
}
