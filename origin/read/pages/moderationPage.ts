import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const moderationPage: PageLoader<'moderationPage'> = ({ html, site }) =>
  html(pages.moderationPage.path, { page: 'moderationPage', site });
