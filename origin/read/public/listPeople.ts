import { countPeople, personRecords, publishers } from '../../store/people/directory.ts';
import { holds } from '../../store/search/matching.ts';
import { totalAuthors } from '../../store/totals.ts';
import { checkOffset, emptyPage } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listPeople: Loader<'listPeople'> = async ({ view }, { limit, offset, q, category, sort }) => {
  checkOffset({ limit, offset });
  if (category?.length === 0) return { people: [], ...emptyPage({ limit, offset }) };
  const everyone = await publishers(view, category);
  const matching = q ? everyone.where(holds(view, 'profiles', q)) : everyone;
  const orders = {
    followers: () => matching.orderBy('follower_count', 'desc').orderBy('handle'),
    new: () => matching.orderBy('profiles.created_at', 'desc').orderBy('profiles.id', 'desc'),
    alpha: () => matching.orderBy('handle'),
  };
  return {
    people: await personRecords(view, orders[sort ?? 'followers']().limit(limit).offset(offset)),
    total: category || q ? await countPeople(matching) : await totalAuthors(view),
    limit,
    offset,
  };
};
