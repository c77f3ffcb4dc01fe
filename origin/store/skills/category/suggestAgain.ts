/** Suggests a category where nobody chose one and none was found before: for copies that an earlier program imported. */
import type { Db } from '../../engine/engine.ts';
import type { SkillRow } from '../../schema/tables.ts';
import { withCategory } from '../../search/skillText.ts';
import { suggestedCategory } from './suggest.ts';

/** What is suggested stays until somebody chooses: lists must not move with each version or each program. */
export async function suggestAgain(db: Db, skill: SkillRow): Promise<void> {
  const { id, category: before, category_chosen, latest_version_id } = skill;
  if (category_chosen || before !== 'other' || latest_version_id === null) return;
  const version = await db
    .selectFrom('versions')
    .select(['name', 'description', 'triggers', 'tags'])
    .where('id', '=', latest_version_id)
    .executeTakeFirstOrThrow();
  const [triggers, tags] = [JSON.parse(version.triggers), JSON.parse(version.tags)];
  const category = suggestedCategory({ ...version, slug: skill.slug, triggers, tags });
  if (category === before) return;
  const tokens = withCategory(skill.tokens, before, category);
  await db.updateTable('skills').set({ category, tokens }).where('id', '=', id).execute();
}
