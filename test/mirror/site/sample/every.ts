/** Every page once. */
import { pageIds, pageOf, pages } from '../../../../origin/contract/pages.ts';
import type { PageData } from '../../../../origin/read/pages/page.ts';
import { render, site } from './built.ts';
import { followersPage, homePage, kitsPage, notFound, peoplePage, searchPage, skillsPage } from './lists.ts';
import { kitPage, profilePage } from './owned.ts';
import {
  activityPage,
  apiPage,
  docsPage,
  errorsPage,
  guidePage,
  logPage,
  moderationPage,
  scanningPage,
  statsPage,
} from './registry.ts';
import { diffPage, filePage, skillPage, versionPage } from './skill.ts';
/** Every page once, by its name. */
export const renderAll = async (): Promise<[name: string, html: string][]> => [
  ['home', await render('/', homePage())],
  ['docs', await render('/docs', docsPage)],
  ['guide', await render('/docs/publish', guidePage)],
  ['api', await render('/docs/api', apiPage)],
  ['errors', await render('/docs/errors', errorsPage)],
  ['scanning', await render('/docs/scanning', scanningPage())],
  ['profile', await render('/ada', profilePage())],
  ['skill', await render('/ada/tidy-tables', skillPage())],
  ['skills', await render('/skills', skillsPage())],
  ['kits', await render('/kits', kitsPage())],
  ['people', await render('/people', peoplePage())],
  ['search', await render('/search', searchPage())],
  ['version', await render('/ada/tidy-tables/v/a', versionPage())],
  ['file', await render('/ada/tidy-tables/v/a/files', filePage())],
  ['rendered file', await render('/ada/tidy-tables/v/a/files', filePage({ path: 'SKILL.md', text: '# Tables' }))],
  ['changes', await render('/ada/tidy-tables/diff', diffPage())],
  ['not found', await render('/ada/tidy-tabels', notFound())],
  ['kit', await render('/ada/kit/tools', kitPage())],
  ['activity', await render('/activity', activityPage())],
  ['stats', await render('/stats', statsPage())],
  ['log', await render('/log', logPage())],
  ['followers', await render('/ada/followers', followersPage())],
];

/** The pages that run a script, with a provider to sign in with; by their ids. */
export const renderAccountPages = (): Promise<[id: string, html: string][]> =>
  Promise.all(
    pageIds
      .filter((id) => pageOf(id).isAccount)
      .map(async (id): Promise<[string, string]> => {
        const data = { page: id, site: { ...site, oidcName: 'Example' } } as PageData;
        return [id, await render(pages[id].path, id === 'moderationPage' ? moderationPage() : data)];
      }),
  );
