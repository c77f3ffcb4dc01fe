/** Every page by its id in the table: what it shows, rendered. */
import type { PageId } from '../../contract/pages.ts';
import { activityJson } from './activityJson.ts';
import { activityPage } from './activityPage.ts';
import { activityRss } from './activityRss.ts';
import { aiCatalog } from './aiCatalog.ts';
import { apiDescription } from './apiDescription.ts';
import { apiMarkdown } from './apiMarkdown.ts';
import { apiPage } from './apiPage.ts';
import { apiResource } from './apiResource.ts';
import { diffPage } from './diffPage.ts';
import { docsMarkdown } from './docsMarkdown.ts';
import { docsPage } from './docsPage.ts';
import { errorsMarkdown } from './errorsMarkdown.ts';
import { filePage } from './filePage.ts';
import { followersPage } from './followersPage.ts';
import { followingPage } from './followingPage.ts';
import { guideMarkdown } from './guideMarkdown.ts';
import { guidePage } from './guidePage.ts';
import { homePage } from './homePage.ts';
import { kitIndex } from './kitIndex.ts';
import { kitMarkdown } from './kitMarkdown.ts';
import { kitPage } from './kitPage.ts';
import { kitsPage } from './kitsPage.ts';
import { llmsText } from './llmsText.ts';
import { mcpResource } from './mcpResource.ts';
import { mcpServerCard } from './mcpServerCard.ts';
import { moderationPage } from './moderationPage.ts';
import type { PageLoader } from './page.ts';
import { peoplePage } from './peoplePage.ts';
import { profileIndex } from './profileIndex.ts';
import { profileMarkdown } from './profileMarkdown.ts';
import { profilePage } from './profilePage.ts';
import { robotsText } from './robotsText.ts';
import { rootIndex } from './rootIndex.ts';
import { scanningMarkdown } from './scanningMarkdown.ts';
import { scanningPage } from './scanningPage.ts';
import { searchPage } from './searchPage.ts';
import { shells } from './shells.ts';
import { sitemapIndex } from './sitemapIndex.ts';
import { sitemapShard } from './sitemapShard.ts';
import { skillIndex } from './skillIndex.ts';
import { skillMarkdown } from './skillMarkdown.ts';
import { skillPage } from './skillPage.ts';
import { skillsPage } from './skillsPage.ts';
import { statsPage } from './statsPage.ts';
import { versionArchive } from './versionArchive.ts';
import { versionIndex } from './versionIndex.ts';
import { versioningMarkdown } from './versioningMarkdown.ts';
import { versionMarkdown } from './versionMarkdown.ts';
import { versionPage } from './versionPage.ts';

export const pageLoaders: { [K in PageId]: PageLoader<K> } = {
  activityJson,
  activityPage,
  activityRss,
  aiCatalog,
  apiDescription,
  apiMarkdown,
  apiPage,
  apiResource,
  diffPage,
  docsMarkdown,
  docsPage,
  errorsMarkdown,
  filePage,
  followersPage,
  followingPage,
  guideMarkdown,
  guidePage,
  homePage,
  kitIndex,
  kitMarkdown,
  kitPage,
  kitsPage,
  llmsText,
  mcpResource,
  mcpServerCard,
  moderationPage,
  peoplePage,
  profileIndex,
  profileMarkdown,
  profilePage,
  robotsText,
  rootIndex,
  scanningMarkdown,
  scanningPage,
  searchPage,
  sitemapIndex,
  sitemapShard,
  skillIndex,
  skillMarkdown,
  skillPage,
  skillsPage,
  statsPage,
  versionArchive,
  versionIndex,
  versionMarkdown,
  versionPage,
  versioningMarkdown,
  ...shells,
};
