import { handlePattern } from '../../contract/grammar/grammar.ts';
import { pagePath } from '../../contract/pages.ts';
import type { Loader } from '../reading.ts';
import { searched } from './search.ts';

/** `owner`: an author. The program prints `<source>@<name>` for each, which is what it installs. */
export const findSkills: Loader<'findSkills'> = async ({ view, site }, { q, limit, owner }) => {
  const isNobody = owner !== undefined && !handlePattern.test(owner);
  const found = isNobody ? [] : (await searched(view, { q, types: ['skills'], limit, author: owner })).found.skills;
  return {
    skills: (found ?? []).map(({ author, slug, install_count }) => ({
      id: `${author}/${slug}`,
      name: slug,
      source: site.mirrorUrl + pagePath('skillPage', { author, slug }),
      installs: install_count,
    })),
  };
};
