import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { standingVersion, withdrawVersion } from '../../store/skills/versions.ts';
import { actOf, type Writer } from '../writing.ts';

export const withdrawSkillVersion: Writer<'withdrawSkillVersion'> = (writing, { author, slug, hash }) =>
  writing.engine.write(async (db, skill) => {
    const version = await standingVersion(db, skill.id, hash);
    if (!version) throw new ApiError('version_not_found', `${author}/${slug} has no version ${hash}.`);
    await withdrawVersion(db, version, actOf(writing));
    return { status: 200, record: { skill_id: skillId.format({ author, slug }), hash, withdrawn: true } };
  });
