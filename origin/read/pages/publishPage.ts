import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const publishPage: PageLoader<'publishPage'> = ({ html, site }) =>
  html(pages.publishPage.path, { page: 'publishPage', site });
