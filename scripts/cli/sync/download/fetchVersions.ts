/** Brings the versions that a sync needs here. */

import type { Slot } from '../plan.ts';
import { traceOf } from '../store/edits.ts';
import type { LocalVersions } from '../store/localVersions.ts';
import type { SyncRun } from '../syncRun.ts';
import { type Brought, bringVersions } from './bringVersions.ts';
import { unprovedOf } from './unproved.ts';

/**
 * The folder of each version that could be had, and why one of them has no proof, by their hashes. Why another could not be had
 * is a problem of each skill that wants it. Errors: as `bringVersions`.
 */
export async function fetchVersions(
  { context, registry, log, home, looked, report }: SyncRun,
  slots: readonly Slot[],
  ground: LocalVersions,
): Promise<{ here: Brought['here']; unproved: Map<string, string> }> {
  const wanted = slots.map(({ skill, current }) => ({ ...skill, near: current }));
  const brought = await bringVersions({ context, registry, log, home, ground }, wanted);
  const unproved = await unprovedOf(log, wanted, brought);
  const { here, failures } = brought;
  for (const version of here.values()) looked.traces[version] = traceOf(home, version).trace;
  const slotsBySkill = new Map(slots.map((slot) => [slot.skill.skill_id, slot]));
  for (const { skill, current } of slotsBySkill.values()) {
    const why = failures.get(skill.hash);
    const stays = current ? 'The installed version stays' : 'It is not installed';
    if (why) report.problems.push({ skill_id: skill.skill_id, message: `${stays}: ${why}` });
  }
  return { here, unproved };
}
