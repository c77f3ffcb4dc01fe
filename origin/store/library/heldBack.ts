/** What a person's devices may have, and is held now: it is handed out to none of them, and taken from none. */
import { type Expression, sql } from 'kysely';
import type { z } from 'zod';
import { skillId } from '../../contract/grammar/ids.ts';
import type * as records from '../../contract/records.ts';
import { addressableSkills, type Caller, isKitKey, type View, visibleKits } from '../view.ts';

type HeldBack = NonNullable<z.output<typeof records.SyncManifest>['held']>[number];

/**
 * By skill_id. Named are versions that the caller approved or that a kit of theirs is pinned to, and newest ones that were
 * held after they were published, of skills of their own or in a kit that follows the latest: no others, since a held
 * version is in no list.
 */
export async function heldBack(view: View, caller: Caller): Promise<HeldBack[]> {
  const rows = await addressableSkills(view)
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .where('versions.id', 'in', candidates(view, caller))
    .where('versions.scan_status', '=', 'incomplete')
    .where('versions.withdrawn_at', 'is', null)
    .select(['owner.handle', 'skills.slug', 'versions.hash', 'versions.label'])
    .orderBy('owner.handle')
    .orderBy('skills.slug')
    .orderBy('versions.number')
    .execute();
  return rows.map(({ handle, slug, hash, label }) => ({
    skill_id: skillId.format({ author: handle ?? '', slug }),
    hash,
    version_label: label,
  }));
}

/** What was approved decides alone; where nothing was, a version that is newer than all that may be read. */
function candidates(view: View, caller: Caller): Expression<number> {
  const { db } = view;
  const { profileId } = caller;
  if (isKitKey(caller)) return asList(inKits(view, caller));
  const approved = db
    .selectFrom('library')
    .innerJoin('versions', 'versions.id', 'library.version_id')
    .where('profile_id', '=', profileId)
    .select('versions.id');
  const own = db
    .selectFrom('skills')
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .where('skills.owner_id', '=', profileId)
    .where(isNewest)
    .where(wasHandedOut)
    .where(isUndecided(profileId))
    .select('versions.id');
  return asList(approved.union(own).union(inKits(view, caller)));
}

/** Rows of one column, as `in` takes them. */
const asList = (rows: Expression<{ id: number }>) => sql<number>`${rows}`;

const isNewest = sql<boolean>`versions.number > coalesce(
  (select latest.number from versions as latest where latest.id = skills.latest_version_id), 0)`;

/** Held since, and not by the publish: what was held at once is on no device. */
const wasHandedOut = sql<boolean>`exists (select 1 from moderation_actions where target_kind = 'version'
  and target_id = versions.id and action = 'hold' and lifted_at is null and created_at > versions.published_at)`;

const isUndecided = (profileId: number) =>
  sql<boolean>`not exists (select 1 from library where library.profile_id = ${profileId} and library.skill_id = skills.id)`;

function inKits(view: View, caller: Caller) {
  const subscribed = view.db
    .selectFrom('kit_subscriptions')
    .select('kit_id')
    .where('profile_id', '=', caller.profileId);
  const kits = visibleKits(view)
    .$if(!isKitKey(caller), (visible) => visible.where('kits.id', 'in', subscribed))
    .select('kits.id');
  return view.db
    .selectFrom('kit_skills')
    .innerJoin('skills', 'skills.id', 'kit_skills.skill_id')
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .$if(!isKitKey(caller), (members) => members.where(isUndecided(caller.profileId)))
    .where('kit_skills.kit_id', 'in', kits)
    .where('versions.scan_status', '=', 'incomplete')
    .where((e) =>
      e.or([
        e('kit_skills.version_id', '=', e.ref('versions.id')),
        e.and([e('kit_skills.version_id', 'is', null), isNewest, wasHandedOut]),
      ]),
    )
    .select('versions.id');
}
