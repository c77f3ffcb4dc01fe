import { kitSummariesById } from '../store/kits.ts';
import { foundSkill } from './found.ts';
import type { Loader } from './reading.ts';

export const listKitsForSkill: Loader<'listKitsForSkill'> = async ({ view }, { author, slug }) => {
  const skill = await foundSkill(view, author, slug);
  const memberships = await view.db
    .selectFrom('kit_skills')
    .select('kit_id')
    .where('skill_id', '=', skill.id)
    .orderBy('kit_id')
    .execute();
  const kits = await kitSummariesById(
    view,
    memberships.map((membership) => membership.kit_id),
  );
  return { kits: [...kits.values()].sort((a, b) => b.subscriber_count - a.subscriber_count || (a.id < b.id ? -1 : 1)) };
};
