import { ApiError } from '../contract/errors.ts';
import { appealOf, appealRecord, ownActions } from '../store/appeals.ts';
import { actionRecord } from '../store/moderation.ts';
import type { Loader } from './reading.ts';

export const listOwnModeration: Loader<'listOwnModeration'> = async ({ view: { db, caller } }) => {
  if (!caller) throw new ApiError('unauthorized');
  const rows = await ownActions(db, caller.profileId);
  const actions = rows.map(async (row) => {
    const appeal = await appealOf(db, row.id);
    if (!appeal) return { ...(await actionRecord(db, row)), appeal: null };
    const { action, ...record } = await appealRecord(db, appeal);
    return { ...action, appeal: record };
  });
  return { actions: await Promise.all(actions) };
};
