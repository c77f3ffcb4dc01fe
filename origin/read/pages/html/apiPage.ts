import { pages } from '../../../contract/pages.ts';
import { guideOf } from '../../docs/guides.ts';
import { referenceOf } from '../../docs/reference.ts';
import type { PageLoader } from '../page.ts';

export const apiPage: PageLoader<'apiPage'> = ({ html, site }) =>
  html(pages.apiPage.path, { page: 'apiPage', site, intro: guideOf('api', site), reference: referenceOf(site) });
