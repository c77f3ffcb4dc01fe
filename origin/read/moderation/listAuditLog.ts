import { auditPage } from '../../store/events/audit.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listAuditLog: Loader<'listAuditLog'> = async ({ view: { db } }, page) => {
  checkOffset(page);
  return { ...(await auditPage(db, page)), ...page };
};
