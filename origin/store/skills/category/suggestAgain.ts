/** Suggests a category where nobody chose one and none was found before: for copies that an earlier program imported. */
import type { Db } from '../../engine/engine.ts';
import type { SkillRow } from '../../schema/tables.ts';
import { withCategory } from '../../search/skillText.ts';
import { suggestedCategory } from './suggest.ts';

/** Programs before this `indexing` didn't keep whether a category was chosen: for a copy it never was. */
const firstKept = 2;

/**
 * What is suggested stays until somebody chooses: lists must not move with each version or each program. `indexedBefore`:
 * by which program its row was made.
 */
export async function suggestAgain(db: Db, skill: SkillRow, indexedBefore: number): Promise<void> {
  const { id, category: before, is_mirror, latest_version_id } = skill;
  const isChosen = skill.category_chosen && !(is_mirror && indexedBefore < firstKept);
  if (isChosen || before !== 'other' || latest_version_id === null) return;
  const version = await db
    .selectFrom('versions')
    .select(['name', 'description', 'triggers', 'tags'])
    .where('id', '=', latest_version_id)
    .executeTakeFirstOrThrow();
  const [triggers, tags] = [JSON.parse(version.triggers), JSON.parse(version.tags)];
  const category = suggestedCategory({ ...version, slug: skill.slug, triggers, tags });
  const tokens = category === before ? skill.tokens : withCategory(skill.tokens, before, category);
  await db.updateTable('skills').set({ category, category_chosen: 0, tokens }).where('id', '=', id).execute();
}
