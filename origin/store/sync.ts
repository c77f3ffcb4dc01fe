/** What a person's devices hold: approved versions, their own skills, and the kits they subscribe to. */
import type { z } from 'zod';
import type * as records from '../contract/records.ts';
import { kitIdOf } from './kits.ts';
import { skillIdOf } from './skills.ts';
import { type Caller, isKitKey, type View, visibleKits, visibleMembers, visibleSkills } from './view.ts';

type SyncEntry = z.output<typeof records.SyncManifest>['skills'][number];

/**
 * Every skill that the caller's devices should hold, once, by skill_id. What the person approved wins over their own
 * newest version, and both over a kit. A kit key sees its kit alone.
 */
export async function syncEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
  const fromKits = await kitEntries(view, caller);
  const entries = isKitKey(caller)
    ? fromKits
    : [...fromKits, ...(await ownEntries(view, caller)), ...(await approvedEntries(view, caller))];
  const bySkill = new Map(entries.map((entry) => [entry.skill_id, entry]));
  return [...bySkill.values()].sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
}

async function approvedEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
  const rows = await visibleSkills(view)
    .innerJoin('library', 'library.skill_id', 'skills.id')
    .innerJoin('versions as approved', 'approved.id', 'library.version_id')
    .where('library.profile_id', '=', caller.profileId)
    .where('approved.withdrawn_at', 'is', null)
    .where('approved.scan_status', '<>', 'quarantined')
    .select(['owner.handle', 'skills.slug', 'approved.hash', 'approved.label'])
    .execute();
  return rows.map((row) => entryOf(row, 'library'));
}

async function ownEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
  const rows = await visibleSkills(view)
    .where('skills.owner_id', '=', caller.profileId)
    .select(['owner.handle', 'skills.slug', 'latest.hash', 'latest.label'])
    .execute();
  return rows.map((row) => entryOf(row, 'own'));
}

/** The members of the kits, those of the oldest kit last, since the last entry of a skill counts. */
async function kitEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
  const subscribed = view.db
    .selectFrom('kit_subscriptions')
    .select('kit_id')
    .where('profile_id', '=', caller.profileId);
  const kits = visibleKits(view)
    .$if(!isKitKey(caller), (visible) => visible.where('kits.id', 'in', subscribed))
    .select(['kits.id', 'kits.slug', 'owner.handle'])
    .as('kit');
  const rows = await visibleMembers(view)
    .innerJoin(kits, 'kit.id', 'kit_skills.kit_id')
    .select(['owner.handle', 'skills.slug', 'kit.handle as kit_owner', 'kit.slug as kit_slug'])
    .select((e) => [
      e.fn.coalesce('pinned.hash', 'latest.hash').as('hash'),
      e.fn.coalesce('pinned.label', 'latest.label').as('label'),
    ])
    .orderBy('kit.id', 'desc')
    .execute();
  return rows.map((row) => entryOf(row, `kit:${kitIdOf(row.kit_owner ?? '', row.kit_slug)}`));
}

const entryOf = (
  row: { handle: string | null; slug: string; hash: string; label: string },
  source: string,
): SyncEntry => ({
  skill_id: skillIdOf(row.handle ?? '', row.slug),
  hash: row.hash,
  version_label: row.label,
  source,
});
