import { pages } from '../../../contract/pages.ts';
import { guideEntries, referenceEntries } from '../../docs/guides.ts';
import type { PageLoader } from '../page.ts';

/** Every page of the documentation with what it is for. */
export const docsPage: PageLoader<'docsPage'> = ({ html, site }) =>
  html(pages.docsPage.path, { page: 'docsPage', site, guides: guideEntries(site), reference: referenceEntries });
