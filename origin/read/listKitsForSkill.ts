import { kitsShowing } from '../store/kits.ts';
import { foundSkill } from './found.ts';
import type { Loader } from './reading.ts';

/** The most subscribed first. */
export const listKitsForSkill: Loader<'listKitsForSkill'> = async ({ view }, { author, slug }) => {
  const skill = await foundSkill(view, author, slug);
  const kits = await kitsShowing(view, skill.id);
  return { kits: kits.sort((a, b) => b.subscriber_count - a.subscriber_count || (a.id < b.id ? -1 : 1)) };
};
