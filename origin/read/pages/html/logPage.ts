import { pages } from '../../../contract/pages.ts';
import { splitNote } from '../../../log/note.ts';
import { reasonIn } from '../../../log/statement.ts';
import { logHeads } from '../../../store/log/read.ts';
import type { LogKey, PageLoader } from '../page.ts';

/** The keys of the transparency log: who checks it compares them with what others were told. */
export const logPage: PageLoader<'logPage'> = async ({ view, html, site }) => {
  const keys = (await logHeads(view.db)).map(({ origin, verifier, statement, started_at }): LogKey => {
    const reason = statement ? reasonIn(splitNote(statement).text, { origin }) : undefined;
    return { log: origin, verifier, startedAt: started_at, reason };
  });
  return html(pages.logPage.path, { page: 'logPage', site, keys: keys.toReversed() });
};
