import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const settingsKitsPage: PageLoader<'settingsKitsPage'> = ({ html, site }) =>
  html(pages.settingsKitsPage.path, { page: 'settingsKitsPage', site });
