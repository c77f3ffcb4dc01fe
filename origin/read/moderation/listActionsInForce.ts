import { actionRecord, actionsInForce } from '../../store/moderation/moderation.ts';
import type { Loader } from '../reading.ts';

export const listActionsInForce: Loader<'listActionsInForce'> = async ({ view: { db } }) => {
  const actions = await actionsInForce(db).selectAll().execute();
  return { actions: await Promise.all(actions.map((row) => actionRecord(db, row))) };
};
