import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const libraryPage: PageLoader<'libraryPage'> = ({ html, site }) =>
  html(pages.libraryPage.path, { page: 'libraryPage', site });
