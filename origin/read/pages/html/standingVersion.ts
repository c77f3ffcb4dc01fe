import { ApiError } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/operations.ts';

type Skill = Output<'getSkill'>;

/** The version of a skill's record with this hash. Errors: `version_not_found`. */
export function standingVersion({ versions }: Skill, hash: string): Skill['versions'][number] {
  const found = versions.find((version) => version.hash === hash);
  if (!found) throw new ApiError('version_not_found');
  return found;
}
