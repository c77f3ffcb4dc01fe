import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const settingsDevicesPage: PageLoader<'settingsDevicesPage'> = ({ html, site }) =>
  html(pages.settingsDevicesPage.path, { page: 'settingsDevicesPage', site });
