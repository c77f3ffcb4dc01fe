import { countKits, kitSummaries } from '../store/kits.ts';
import { fold } from '../store/text.ts';
import { checkOffset, emptyPage } from './paging.ts';
import type { Loader } from './reading.ts';

export const listKits: Loader<'listKits'> = async ({ view }, { limit, offset, q, category, sort }) => {
  checkOffset({ limit, offset });
  if (category?.length === 0) return { kits: [], ...emptyPage({ limit, offset }) };
  type Kits = Parameters<Parameters<typeof kitSummaries>[1]>[0];
  const matching = (kits: Kits) => {
    const chosen = category ? kits.where('kits.category', 'in', category) : kits;
    return q ? chosen.where(view.text.contains('kits', fold(q))) : chosen;
  };
  const ordered = (kits: Kits) =>
    sort === 'alpha'
      ? kits.orderBy('kits.slug').orderBy('kits.id')
      : kits.orderBy('kits.created_at', 'desc').orderBy('kits.id', 'desc');
  return {
    kits: await kitSummaries(view, (kits) => ordered(matching(kits)).limit(limit).offset(offset)),
    total: await countKits(view, matching),
    limit,
    offset,
  };
};
