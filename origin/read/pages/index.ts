/** Every page by its id in the table: what it shows, rendered. */
import type { PageId } from '../../contract/pages.ts';
import { aiCatalog } from './discovery/aiCatalog.ts';
import { apiDescription } from './discovery/apiDescription.ts';
import { apiResource } from './discovery/apiResource.ts';
import { clawhubDiscovery } from './discovery/clawhubDiscovery.ts';
import { kitIndex } from './discovery/kitIndex.ts';
import { labelIndex } from './discovery/labelIndex.ts';
import { llmsText } from './discovery/llmsText.ts';
import { logCheckpoint } from './discovery/logCheckpoint.ts';
import { logEntries } from './discovery/logEntries.ts';
import { logTile } from './discovery/logTile.ts';
import { mcpResource } from './discovery/mcpResource.ts';
import { mcpServerCard } from './discovery/mcpServerCard.ts';
import { namedIndex } from './discovery/namedIndex.ts';
import { profileIndex } from './discovery/profileIndex.ts';
import { registryDiscovery } from './discovery/registryDiscovery.ts';
import { robotsText } from './discovery/robotsText.ts';
import { rootIndex } from './discovery/rootIndex.ts';
import { sitemapIndex } from './discovery/sitemapIndex.ts';
import { sitemapShard } from './discovery/sitemapShard.ts';
import { skillIndex } from './discovery/skillIndex.ts';
import { versionArchive } from './discovery/versionArchive.ts';
import { versionIndex } from './discovery/versionIndex.ts';
import { activityJson } from './feeds/activityJson.ts';
import { activityRss } from './feeds/activityRss.ts';
import { kitRss } from './feeds/kitRss.ts';
import { profileRss } from './feeds/profileRss.ts';
import { skillRss } from './feeds/skillRss.ts';
import { activityPage } from './html/activityPage.ts';
import { apiPage } from './html/apiPage.ts';
import { diffPage } from './html/diffPage.ts';
import { docsPage } from './html/docsPage.ts';
import { filePage } from './html/filePage.ts';
import { followersPage } from './html/followersPage.ts';
import { followingPage } from './html/followingPage.ts';
import { guidePage } from './html/guidePage.ts';
import { homePage } from './html/homePage.ts';
import { kitPage } from './html/kitPage.ts';
import { kitsPage } from './html/kitsPage.ts';
import { logPage } from './html/logPage.ts';
import { moderationPage } from './html/moderationPage.ts';
import { peoplePage } from './html/peoplePage.ts';
import { profilePage } from './html/profilePage.ts';
import { scanningPage } from './html/scanningPage.ts';
import { searchPage } from './html/searchPage.ts';
import { shells } from './html/shells.ts';
import { skillPage } from './html/skillPage.ts';
import { skillsPage } from './html/skillsPage.ts';
import { statsPage } from './html/statsPage.ts';
import { versionPage } from './html/versionPage.ts';
import { profilePicture } from './images/profilePicture.ts';
import { skillBadge } from './images/skillBadge.ts';
import { skillCard } from './images/skillCard.ts';
import { versionPicture } from './images/versionPicture.ts';
import { apiMarkdown } from './markdown/apiMarkdown.ts';
import { docsMarkdown } from './markdown/docsMarkdown.ts';
import { errorsMarkdown } from './markdown/errorsMarkdown.ts';
import { guideMarkdown } from './markdown/guideMarkdown.ts';
import { kitMarkdown } from './markdown/kitMarkdown.ts';
import { profileMarkdown } from './markdown/profileMarkdown.ts';
import { scanningMarkdown } from './markdown/scanningMarkdown.ts';
import { skillMarkdown } from './markdown/skillMarkdown.ts';
import { versioningMarkdown } from './markdown/versioningMarkdown.ts';
import { versionMarkdown } from './markdown/versionMarkdown.ts';
import type { PageLoader } from './page.ts';
import { cliChecksum } from './program/cliChecksum.ts';
import { cliPackage } from './program/cliPackage.ts';
import { installPowerShell } from './program/installPowerShell.ts';
import { installShell } from './program/installShell.ts';

export const pageLoaders: { [K in PageId]: PageLoader<K> } = {
  activityJson,
  activityPage,
  activityRss,
  aiCatalog,
  apiDescription,
  apiMarkdown,
  apiPage,
  apiResource,
  cliChecksum,
  cliPackage,
  labelIndex,
  namedIndex,
  clawhubDiscovery,
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
  installPowerShell,
  installShell,
  kitIndex,
  kitMarkdown,
  kitPage,
  kitRss,
  kitsPage,
  llmsText,
  mcpResource,
  mcpServerCard,
  moderationPage,
  peoplePage,
  profileIndex,
  profileMarkdown,
  profilePage,
  profilePicture,
  profileRss,
  robotsText,
  registryDiscovery,
  logCheckpoint,
  logEntries,
  logTile,
  rootIndex,
  scanningMarkdown,
  scanningPage,
  searchPage,
  sitemapIndex,
  sitemapShard,
  skillBadge,
  skillCard,
  skillIndex,
  skillMarkdown,
  skillPage,
  skillRss,
  skillsPage,
  statsPage,
  logPage,
  versionArchive,
  versionIndex,
  versionMarkdown,
  versionPage,
  versionPicture,
  versioningMarkdown,
  ...shells,
};
