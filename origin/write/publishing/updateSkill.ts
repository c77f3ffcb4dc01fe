import { skillDetail } from '../../read/public/getSkill.ts';
import { changeSkill } from '../../store/skills/skillChanges.ts';
import { viewOf } from '../../store/view.ts';
import { actOf, type Writer } from '../writing.ts';

export const updateSkill: Writer<'updateSkill'> = async (writing, { author, slug }, { json }) => {
  const { engine, site, caller } = writing;
  const { visibility, category, deprecated, deprecation_message } = json;
  return engine.write(async (db, skill) => {
    const change = {
      ...(visibility && { visibility }),
      ...(category && { category }),
      ...(deprecated !== undefined && { deprecated: deprecated ? (1 as const) : (0 as const) }),
      ...(deprecation_message !== undefined && { deprecation_message }),
      ...(deprecated === false && { deprecation_message: '' }),
    };
    await changeSkill(db, skill, change, actOf(writing));
    return { status: 200, record: await skillDetail({ view: viewOf(engine, caller, db), site }, author, slug) };
  });
};
