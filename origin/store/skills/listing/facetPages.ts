/** Pages of skills that facets or a tag choose: off the listing, or where there is none, off the rows. */
import { listedSkills, type View } from '../../view.ts';
import { inOrder } from '../skills.ts';
import { listingOf, narrowing, totalOf } from './facets.ts';
import type { Chosen } from './facetTally.ts';
import type { Order } from './listedColumns.ts';

interface Part {
  limit: number;
  offset: number;
}

/** The ids on a page in their order, and how many there are in all. */
export async function facetPage(
  view: View,
  chosen: Chosen,
  order: Order,
  { limit, offset }: Part,
): Promise<{ ids: number[]; total: number }> {
  const listing = await listingOf(view);
  const page = await listing?.page(chosen, order, { limit, offset });
  if (page) return page;
  const total = await totalOf(view, chosen);
  if (offset >= total) return { ids: [], total };
  const skills = listedSkills(view).where(narrowing(chosen));
  const rows = await inOrder(skills, order).select('skills.id').limit(limit).offset(offset).execute();
  return { ids: rows.map(({ id }) => id), total };
}
