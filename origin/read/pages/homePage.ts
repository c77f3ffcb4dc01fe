import { operatorHandle } from '../../contract/discovery.ts';
import { kitSummaries, kitsInOrder } from '../../store/kits.ts';
import { inOrder, type SkillQuery, skillSummaries } from '../../store/skills.ts';
import { getRegistryStats } from '../getRegistryStats.ts';
import type { PageLoader } from './page.ts';

/** Skills of a list on the first page, and kits. */
const skillsShown = 6;
const kitsShown = 4;

export const homePage: PageLoader<'homePage'> = async (reading) => {
  const { view, site } = reading;
  const inUse = (skills: SkillQuery) => skills.where('skills.deprecated', '=', 0);
  const popular = (skills: SkillQuery) => inOrder(inUse(skills), 'installs');
  const [own] = await skillSummaries(view, (skills) =>
    popular(skills).where('owner.handle', '=', operatorHandle).limit(1),
  );
  const newest = await skillSummaries(view, (skills) => inOrder(inUse(skills), 'new').limit(skillsShown));
  const installed = await skillSummaries(view, (skills) =>
    popular(skills).where('skills.install_count', '>', 0).limit(skillsShown),
  );
  return reading.html('/', {
    page: 'homePage',
    site,
    newest,
    popular: installed,
    kits: await kitSummaries(view, (kits) => kitsInOrder(kits, 'subscribers').limit(kitsShown)),
    example: own ?? installed[0] ?? newest[0],
    stats: await getRegistryStats(reading, {}),
  });
};
