/** Every page by its id in the table: what it shows, rendered. */
import type { PageId } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';
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
import { errorsPage } from './errorsPage.ts';
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
import { libraryPage } from './libraryPage.ts';
import { llmsText } from './llmsText.ts';
import { mcpResource } from './mcpResource.ts';
import { mcpServerCard } from './mcpServerCard.ts';
import { moderationPage } from './moderationPage.ts';
import { pairPage } from './pairPage.ts';
import { peoplePage } from './peoplePage.ts';
import { profileIndex } from './profileIndex.ts';
import { profileMarkdown } from './profileMarkdown.ts';
import { profilePage } from './profilePage.ts';
import { publishPage } from './publishPage.ts';
import { robotsText } from './robotsText.ts';
import { rootIndex } from './rootIndex.ts';
import { scanningMarkdown } from './scanningMarkdown.ts';
import { scanningPage } from './scanningPage.ts';
import { searchPage } from './searchPage.ts';
import { settingsDevicesPage } from './settingsDevicesPage.ts';
import { settingsKeysPage } from './settingsKeysPage.ts';
import { settingsKitsPage } from './settingsKitsPage.ts';
import { settingsPage } from './settingsPage.ts';
import { settingsSignInPage } from './settingsSignInPage.ts';
import { settingsTeamsPage } from './settingsTeamsPage.ts';
import { settingsTokensPage } from './settingsTokensPage.ts';
import { signInPage } from './signInPage.ts';
import { sitemapIndex } from './sitemapIndex.ts';
import { sitemapShard } from './sitemapShard.ts';
import { skillIndex } from './skillIndex.ts';
import { skillMarkdown } from './skillMarkdown.ts';
import { skillPage } from './skillPage.ts';
import { skillsPage } from './skillsPage.ts';
import { statsPage } from './statsPage.ts';
import { versionIndex } from './versionIndex.ts';
import { versioningMarkdown } from './versioningMarkdown.ts';
import { versioningPage } from './versioningPage.ts';
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
  errorsPage,
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
  pairPage,
  peoplePage,
  profileIndex,
  profileMarkdown,
  profilePage,
  robotsText,
  rootIndex,
  scanningMarkdown,
  scanningPage,
  searchPage,
  settingsPage,
  settingsSignInPage,
  settingsKeysPage,
  settingsDevicesPage,
  settingsTokensPage,
  settingsTeamsPage,
  settingsKitsPage,
  libraryPage,
  publishPage,
  signInPage,
  sitemapIndex,
  sitemapShard,
  skillIndex,
  skillMarkdown,
  skillPage,
  skillsPage,
  statsPage,
  versionIndex,
  versionMarkdown,
  versionPage,
  versioningMarkdown,
  versioningPage,
};
