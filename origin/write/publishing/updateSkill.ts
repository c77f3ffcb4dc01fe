import { skillDetail } from '../../read/public/getSkill.ts';
import { announceLatest } from '../../store/skills/latest.ts';
import { changeSkill } from '../../store/skills/versions.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

export const updateSkill: Writer<'updateSkill'> = async ({ engine, site, caller, now }, { author, slug }, { json }) => {
  const { visibility, category, deprecated, deprecation_message } = json;
  return engine.write(async (db, skill) => {
    const changed = await changeSkill(
      db,
      skill.id,
      {
        ...(visibility && { visibility }),
        ...(category && { category }),
        ...(deprecated !== undefined && { deprecated: deprecated ? 1 : 0 }),
        ...(deprecation_message !== undefined && { deprecation_message }),
        ...(deprecated === false && { deprecation_message: '' }),
      },
      now(),
    );
    await announceLatest(db, changed, now());
    return { status: 200, record: await skillDetail({ view: viewOf(engine, caller, db), site }, author, slug) };
  });
};
