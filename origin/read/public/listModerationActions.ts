import { visibleActions } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const listModerationActions: Loader<'listModerationActions'> = async ({ view }) => ({
  actions: await visibleActions(view)
    .select(['target', 'action', 'reason', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute(),
});
