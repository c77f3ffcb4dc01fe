import { appealOf, appealRecord, ownActions } from '../../store/moderation/appeals.ts';
import { actionRecord } from '../../store/moderation/moderation.ts';
import type { Loader } from '../reading.ts';

/** Seconds for which an owner still reads that an action was lifted, and what was answered to their appeal. */
const remembered = 30 * 24 * 60 * 60;

export const listOwnModeration: Loader<'listOwnModeration'> = async ({ view: { db, caller }, now }) => {
  const rows = await ownActions(db, caller.profileId, now() - remembered);
  const actions = rows.map(async (row) => {
    const appeal = await appealOf(db, row.id);
    if (!appeal) return { ...(await actionRecord(db, row)), appeal: null };
    const { action, ...record } = await appealRecord(db, appeal);
    return { ...action, appeal: record };
  });
  return { actions: await Promise.all(actions) };
};
