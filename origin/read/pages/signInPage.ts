import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const signInPage: PageLoader<'signInPage'> = ({ html, site }) =>
  html(pages.signInPage.path, { page: 'signInPage', site });
