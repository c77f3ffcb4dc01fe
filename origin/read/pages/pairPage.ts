import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const pairPage: PageLoader<'pairPage'> = ({ html, site }) =>
  html(pages.pairPage.path, { page: 'pairPage', site });
