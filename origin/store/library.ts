/** What a person's devices run: approved versions, their own skills, and the kits they subscribe to. */
import type { z } from 'zod';
import type * as records from '../contract/records.ts';
import { kitIdOf, kitSkills } from './kits.ts';
import { skillIdOf } from './skills.ts';
import { type Caller, type View, visibleKits, visibleSkills } from './view.ts';

type SyncEntry = z.output<typeof records.SyncManifest>['skills'][number];

/**
 * Every skill that the caller's devices should hold, once, by skill_id. What the person approved wins over their own
 * newest version, and both over a kit. A kit key sees its kit alone.
 */
export async function syncEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
  const fromKits = await kitEntries(view, caller);
  const entries =
    caller.kitId === null
      ? [...fromKits, ...(await ownEntries(view, caller)), ...(await libraryEntries(view, caller))]
      : fromKits;
  const bySkill = new Map(entries.map((entry) => [entry.skill_id, entry]));
  return [...bySkill.values()].sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
}

async function libraryEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
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

async function kitEntries(view: View, caller: Caller): Promise<SyncEntry[]> {
  const subscribed = view.db
    .selectFrom('kit_subscriptions')
    .select('kit_id')
    .where('profile_id', '=', caller.profileId);
  const kits = await visibleKits(view)
    .where('kits.id', 'in', caller.kitId === null ? subscribed : [caller.kitId])
    .select(['kits.id', 'kits.slug', 'owner.handle'])
    .orderBy('kits.id', 'desc')
    .execute();
  const entries: SyncEntry[] = [];
  for (const kit of kits) {
    const source = `kit:${kitIdOf(kit.handle ?? '', kit.slug)}`;
    for (const { skill_id, hash, version_label } of await kitSkills(view, kit.id)) {
      entries.push({ skill_id, hash, version_label, source });
    }
  }
  return entries;
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
