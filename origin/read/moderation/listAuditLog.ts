import { ApiError } from '../../contract/errors.ts';
import { auditPage } from '../../store/events/audit.ts';
import { checkOperator } from '../../store/moderation/moderation.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listAuditLog: Loader<'listAuditLog'> = async ({ view: { db, caller } }, page) => {
  if (!caller) throw new ApiError('unauthorized');
  await checkOperator(db, caller);
  checkOffset(page);
  return { ...(await auditPage(db, page)), ...page };
};
