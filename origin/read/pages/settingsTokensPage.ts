import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const settingsTokensPage: PageLoader<'settingsTokensPage'> = ({ html, site }) =>
  html(pages.settingsTokensPage.path, { page: 'settingsTokensPage', site });
