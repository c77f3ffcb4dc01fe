import { ApiError } from '../../contract/errors.ts';
import { kitRecord } from '../../read/public/getKitByHandle.ts';
import { memberAt, removeMember } from '../../store/kits/kitMembers.ts';
import { viewOf } from '../../store/view.ts';
import { actOf, type Writer } from '../writing.ts';

/** A member that the caller no longer sees can be taken out as well. */
export const removeKitSkill: Writer<'removeKitSkill'> = (writing, { owner, slug, author, skill }) => {
  const { engine, caller } = writing;
  return engine.write(async (db, kit) => {
    const member = await memberAt(db, kit.id, author, skill);
    if (!member) throw new ApiError('skill_not_found', `The kit ${owner}/${slug} has no skill ${author}/${skill}.`);
    await removeMember(db, kit.id, member, actOf(writing));
    return { status: 200, record: await kitRecord(viewOf(engine, caller, db), owner, slug) };
  });
};
