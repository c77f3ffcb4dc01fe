/** Reads footprints from the catalog, of all entities of a kind at once. */

import { isReadable } from '../../../origin/contract/subjects/scanned.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import type { Change } from '../../../origin/store/events/changes.ts';
import type { ChangeKind } from '../../../origin/store/schema/tables.ts';
import { among } from '../catalog/dialect.ts';
import type {
  AdvisoryFootprint,
  Footprint,
  KitFootprint,
  KitMembership,
  ProfileFootprint,
  SkillFootprint,
} from './footprint.ts';

/** Of each, in their order: undefined where the catalog has no such entity, or the kind has no entities of its own. */
export async function footprintsOf(catalog: Db, entities: readonly Change[]): Promise<(Footprint | undefined)[]> {
  const byKind = Map.groupBy(entities, ({ kind }) => kind);
  const found = await together(
    [...byKind].map(async ([kind, some]) => {
      const ids = [...new Set(some.map(({ entityId }) => entityId))];
      return [kind, (await readers[kind]?.(catalog, ids)) ?? new Map<number, Footprint>()] as const;
    }),
  );
  const footprints = new Map(found);
  return entities.map(({ kind, entityId }) => footprints.get(kind)?.get(entityId));
}

type Footprints<F extends Footprint> = Promise<Map<number, F>>;

const readers: Partial<Record<ChangeKind, (catalog: Db, ids: readonly number[]) => Footprints<Footprint>>> = {
  skill: skillFootprints,
  profile: profileFootprints,
  kit: kitFootprints,
  advisory: advisoryFootprints,
};

async function skillFootprints(catalog: Db, ids: readonly number[]): Footprints<SkillFootprint> {
  const [skills, namedBy, versions, memberships] = await together([
    catalog
      .selectFrom('skills')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['skills.id', 'handle', 'slug', 'skills.shard', 'profiles.shard as ownerShard'])
      .select(['description', 'deprecated', 'scan_status', 'signature_status', 'skills.moderation_status', 'is_mirror'])
      .select((e) => e('latest_version_id', 'is', null).as('withheld'))
      .where(among(catalog, 'skills.id', ids))
      .execute(),
    catalog
      .selectFrom('skill_likes')
      .innerJoin('skills', 'skills.id', 'skill_likes.skill_id')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['skill_likes.other_id', 'handle', 'skills.slug'])
      .where(among(catalog, 'skill_likes.other_id', ids))
      .orderBy('skills.id')
      .execute(),
    catalog
      .selectFrom('versions')
      .select(['versions.id', 'skill_id', 'hash', 'scan_status'])
      .where(among(catalog, 'skill_id', ids))
      .orderBy('versions.id')
      .execute(),
    catalog
      .selectFrom('kit_skills')
      .selectAll()
      .where(among(catalog, 'skill_id', ids))
      .orderBy('kit_id')
      .execute(),
  ]);
  const kits = await kitFootprints(catalog, [...new Set(memberships.map(({ kit_id }) => kit_id))]);
  const [namedById, versionsById, membershipsById] = [
    Map.groupBy(namedBy, ({ other_id }) => other_id),
    Map.groupBy(versions, ({ skill_id }) => skill_id),
    Map.groupBy(memberships, ({ skill_id }) => skill_id),
  ];
  const footprints = new Map<number, SkillFootprint>();
  for (const { id, handle, slug, shard, ownerShard, ...card } of skills) {
    if (!handle) continue;
    const ofSkill = (versionsById.get(id) ?? []).map((version) => ({
      ...version,
      isReadable: isReadable(version.scan_status),
    }));
    const standing = new Set(ofSkill.flatMap((version) => (version.isReadable ? [version.id] : [])));
    footprints.set(id, {
      kind: 'skill',
      ...{ author: handle, slug, shard, ownerShard },
      versions: ofSkill.map(({ hash, isReadable }) => ({ hash, isReadable })),
      kits: (membershipsById.get(id) ?? []).flatMap(({ kit_id, version_id }): KitMembership[] => {
        const kit = kits.get(kit_id);
        return kit ? [{ ...kit, counted: standing.size > 0 && (version_id === null || standing.has(version_id)) }] : [];
      }),
      card: JSON.stringify([handle, slug, card]),
      namedBy: (namedById.get(id) ?? []).map(({ handle, slug }) => ({ author: handle ?? '', slug })),
    });
  }
  return footprints;
}

async function advisoryFootprints(catalog: Db, ids: readonly number[]): Footprints<AdvisoryFootprint> {
  const advisories = await catalog
    .selectFrom('advisories')
    .select(['id', 'name', 'document'])
    .where(among(catalog, 'id', ids))
    .execute();
  return new Map(advisories.map(({ id, name, document }) => [id, { kind: 'advisory', name, document }]));
}

/** One after the other: few change at once, and each has lists of its own. */
async function profileFootprints(catalog: Db, ids: readonly number[]): Footprints<ProfileFootprint> {
  const found = await together(ids.map(async (id) => [id, await profileFootprint(catalog, id)] as const));
  return new Map(found.flatMap(([id, footprint]) => (footprint ? [[id, footprint] as const] : [])));
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
      .where(
        'id',
        'in',
        // Each is found by an index; of conditions joined by `or` PostgreSQL makes one for every profile.
        catalog
          .selectFrom('follows')
          .select('followed_id as id')
          .where('follower_id', '=', id)
          .union(catalog.selectFrom('follows').select('follower_id as id').where('followed_id', '=', id))
          .union(catalog.selectFrom('team_members').select('team_id as id').where('member_id', '=', id)),
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

async function kitFootprints(catalog: Db, ids: readonly number[]): Footprints<KitFootprint> {
  if (ids.length === 0) return new Map();
  const [kits, members] = await together([
    catalog
      .selectFrom('kits')
      .innerJoin('profiles', 'profiles.id', 'kits.owner_id')
      .select(['kits.id', 'handle', 'kits.slug', 'kits.name', 'profiles.shard'])
      .where(among(catalog, 'kits.id', ids))
      .execute(),
    catalog
      .selectFrom('kit_skills')
      .innerJoin('skills', 'skills.id', 'kit_skills.skill_id')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .select(['kit_skills.kit_id', 'handle', 'skills.slug'])
      .where(among(catalog, 'kit_skills.kit_id', ids))
      .orderBy('skills.id')
      .execute(),
  ]);
  const membersById = Map.groupBy(members, ({ kit_id }) => kit_id);
  return new Map(
    kits.map(({ id, handle, slug, name, shard }) => [
      id,
      {
        kind: 'kit',
        card: JSON.stringify([handle, slug, name]),
        ...{ owner: handle ?? '', ownerShard: shard, slug },
        members: (membersById.get(id) ?? []).map((member) => ({ author: member.handle ?? '', slug: member.slug })),
      },
    ]),
  );
}
