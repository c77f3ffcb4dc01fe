import { pages } from '../../../contract/pages.ts';
import { reasonOf } from '../../../log/statement.ts';
import { logHeads } from '../../../store/log/read.ts';
import type { LogKey, PageLoader } from '../page.ts';

/** The keys of the transparency log: who checks it compares them with what others were told. */
export const logPage: PageLoader<'logPage'> = async ({ view, html, site }) => {
  const keys = (await logHeads(view.db)).map(
    (head): LogKey => ({
      ...{ log: head.origin, verifier: head.verifier, startedAt: head.started_at },
      reason: reasonOf(head),
    }),
  );
  return html(pages.logPage.path, { page: 'logPage', site, keys: keys.toReversed() });
};
