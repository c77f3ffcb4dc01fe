import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';

export const settingsSignInPage: PageLoader<'settingsSignInPage'> = ({ html, site }) =>
  html(pages.settingsSignInPage.path, { page: 'settingsSignInPage', site });
