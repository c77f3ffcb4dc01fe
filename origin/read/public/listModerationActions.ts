import { sql } from 'kysely';
import { skillId } from '../../contract/grammar/ids.ts';
import { type View, visibleActions } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const listModerationActions: Loader<'listModerationActions'> = async ({ view }) => ({
  actions: await actionsNewestFirst(view).execute(),
});

/** Those against a person, their skills and the versions of these; against one skill alone where there is a `slug`. */
export const actionsAgainst = (view: View, { author, slug }: { author: string; slug?: string | undefined }) => {
  const named = slug === undefined ? author : skillId.format({ author, slug });
  const below = slug === undefined ? `${author}:` : `${named}@`;
  return actionsNewestFirst(view)
    .where((e) => e.or([e('target', '=', named), e(sql`substr(target, 1, ${below.length})`, '=', below)]))
    .execute();
};

const actionsNewestFirst = (view: View) =>
  visibleActions(view)
    .select(['target', 'action', 'reason', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
