/** Every page by its id in the table: what it shows, rendered. */
import type { PageId } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';
import { apiDescription } from './apiDescription.ts';
import { errorsPage } from './errorsPage.ts';
import { homePage } from './homePage.ts';
import { profileMarkdown } from './profileMarkdown.ts';
import { profilePage } from './profilePage.ts';
import { skillMarkdown } from './skillMarkdown.ts';
import { skillPage } from './skillPage.ts';

export const pageLoaders: { [K in PageId]: PageLoader<K> } = {
  apiDescription,
  errorsPage,
  homePage,
  profileMarkdown,
  profilePage,
  skillMarkdown,
  skillPage,
};
