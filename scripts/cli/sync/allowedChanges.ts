/** Which parts of a plan may be done: never over what a person edited, unless they say so. */
import { basename, dirname } from 'node:path';
import { obstaclesTo } from './places/obstacles.ts';
import type { Removal, Slot } from './plan.ts';
import { type LocalVersions, summaryOfEdits } from './store/localVersions.ts';
import type { SyncRun } from './syncRun.ts';

export interface AllowedChanges {
  slots: Slot[];
  removals: Removal[];
  /** Edited versions that `--force` gives up, with the name of the skill. */
  givenUp: Map<string, string>;
}

/** What may not be done is a problem of the report. */
export async function allowedChanges(
  { plan, options, report, context }: SyncRun,
  ground: LocalVersions,
): Promise<AllowedChanges> {
  const { force = false } = options;
  const allowed: AllowedChanges = { slots: [], removals: [], givenUp: new Map() };
  const refuse = (skillId: string, message: string) => report.problems.push({ skill_id: skillId, message });
  const isGivenUp = async (version: string, path: string): Promise<boolean> => {
    const isEdited = (await ground.editsOf(version)).length > 0;
    if (isEdited && force) allowed.givenUp.set(version, basename(path));
    return isEdited;
  };
  const { fixed, git } = await obstaclesTo(plan, context.config.home);
  for (const slot of plan.slots) {
    const { action, current, path, skill } = slot;
    const obstacle = fixed.get(dirname(path)) ?? git.get(dirname(path));
    if (obstacle && action !== 'keep') refuse('', `${obstacle} Then sync.`);
    else if (action === 'foreign')
      refuse(skill.skill_id, `${path} was not installed by sync and was left alone. Move it away, then sync.`);
    else if (action === 'replaced' && !force)
      refuse(skill.skill_id, `${path} was replaced by hand and was left alone. ${byForce}`);
    else if (action === 'keep' && !(force && current && (await isGivenUp(current, path)))) continue;
    else if (current && (await isGivenUp(current, path)) && !force) {
      refuse(
        skill.skill_id,
        `${path} was edited by hand (${summaryOfEdits(await ground.editsOf(current))}) and was left alone. ${byForce}`,
      );
    } else allowed.slots.push(action === 'keep' ? { ...slot, action: 'switch' } : slot);
  }
  for (const removal of plan.removals) {
    const { path, version, skill_id: skillId } = removal;
    const obstacle = fixed.get(dirname(path));
    if (obstacle) refuse('', `${obstacle} Then sync.`);
    else if ((await isGivenUp(version, path)) && !force) {
      const edits = summaryOfEdits(await ground.editsOf(version));
      refuse(
        skillId,
        `${path} is no longer approved, but was edited by hand (${edits}) and was left alone. ${byForce}`,
      );
    } else allowed.removals.push(removal);
  }
  return allowed;
}

const byForce = '`skill-registry sync --force` replaces it and keeps a copy.';
