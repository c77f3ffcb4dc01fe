import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import { kitRecord } from '../../read/public/getKitByHandle.ts';
import type { Db } from '../../store/engine/engine.ts';
import { countMembers, memberOf, putMember } from '../../store/kits/kitMembers.ts';
import { viewOf } from '../../store/view.ts';
import { chosenVersion } from '../chosenVersion.ts';
import { actOf, type Writer } from '../writing.ts';

/** Whatever the caller sees may be a member; each reader of the kit is shown those that they see themselves. */
export const putKitSkill: Writer<'putKitSkill'> = (writing, { owner, slug, author, skill }, { json }) => {
  const { engine, caller } = writing;
  return engine.write(async (db, kit) => {
    const view = viewOf(engine, caller, db);
    const version = await chosenVersion(view, { author, slug: skill, hash: json.hash });
    const known = await memberOf(db, kit.id, version.skill_id);
    const note = json.note ?? known?.note ?? '';
    const member = { skillId: version.skill_id, versionId: json.hash ? version.id : null, note };
    if (!known) await checkRoom(db, kit.id);
    if (known?.versionId !== member.versionId || known.note !== note)
      await putMember(db, kit.id, member, actOf(writing));
    return { status: 200, record: await kitRecord(view, owner, slug) };
  });
};

/** Errors: `conflict`. */
async function checkRoom(db: Db, kitId: number): Promise<void> {
  if ((await countMembers(db, kitId)) < limits.kitSkills) return;
  throw new ApiError('conflict', `A kit can have at most ${limits.kitSkills} skills. Remove one first.`);
}
