import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const settingsPage: PageLoader<'settingsPage'> = ({ html, site }) =>
  html(pages.settingsPage.path, { page: 'settingsPage', site });
