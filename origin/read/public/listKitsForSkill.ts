import { countKits, kitsShowing, showingSkill } from '../../store/kits/kits.ts';
import { foundSkill } from '../found.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

/** The most subscribed first. */
export const listKitsForSkill: Loader<'listKitsForSkill'> = async ({ view }, { author, slug, ...page }) => {
  checkOffset(page);
  const { id } = await foundSkill(view, author, slug);
  return { kits: await kitsShowing(view, id, page), total: await countKits(view, showingSkill(view, id)), ...page };
};
