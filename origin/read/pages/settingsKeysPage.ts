import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const settingsKeysPage: PageLoader<'settingsKeysPage'> = ({ html, site }) =>
  html(pages.settingsKeysPage.path, { page: 'settingsKeysPage', site });
