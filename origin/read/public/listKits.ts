import { countKits, type KitQuery, kitSummaries, kitsInOrder } from '../../store/kits/kits.ts';
import { holds } from '../../store/search/matching.ts';
import { checkOffset, emptyPage } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listKits: Loader<'listKits'> = async ({ view }, { limit, offset, q, category, sort }) => {
  checkOffset({ limit, offset });
  if (category?.length === 0) return { kits: [], ...emptyPage({ limit, offset }) };
  const matching = (kits: KitQuery) => {
    const chosen = category ? kits.where('kits.category', 'in', category) : kits;
    return q ? chosen.where(holds(view, 'kits', q)) : chosen;
  };
  return {
    kits: await kitSummaries(view, (kits) => kitsInOrder(matching(kits), sort).limit(limit).offset(offset)),
    total: await countKits(view, matching),
    limit,
    offset,
  };
};
