import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { foundReadable } from '../found.ts';
import type { Loader } from '../reading.ts';
import { deprecationOf } from './getSkill.ts';
import { listSkillVersionFiles } from './listSkillVersionFiles.ts';

export const getSkillManifest: Loader<'getSkillManifest'> = async (reading, { author, slug }) => {
  const skill = await foundReadable(reading.view, author, slug);
  if (skill.deprecated) {
    const { deprecation_message } = skill;
    const message = deprecationOf({ skill_id: skillId.format({ author, slug }), deprecation_message });
    throw new ApiError('skill_deprecated', message, { deprecated: true, deprecation_message });
  }
  return listSkillVersionFiles(reading, { author, slug, hash: skill.latest_hash });
};
