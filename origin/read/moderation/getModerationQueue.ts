import { openAppeals, openReports } from '../../store/moderation/appeals.ts';
import { actionRecord, actionsInForce } from '../../store/moderation/moderation.ts';
import type { Loader } from '../reading.ts';

export const getModerationQueue: Loader<'getModerationQueue'> = async ({ view: { db } }) => {
  const actions = await actionsInForce(db).selectAll().execute();
  return {
    reports: await openReports(db),
    appeals: await openAppeals(db),
    actions: await Promise.all(actions.map((row) => actionRecord(db, row))),
  };
};
