import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const settingsTeamsPage: PageLoader<'settingsTeamsPage'> = ({ html, site }) =>
  html(pages.settingsTeamsPage.path, { page: 'settingsTeamsPage', site });
