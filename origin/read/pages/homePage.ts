import { operatorHandle } from '../../contract/discovery.ts';
import { kitSummaries, kitsInOrder } from '../../store/kits.ts';
import { inOrder, type SkillQuery, skillSummaries } from '../../store/skills.ts';
import { getRegistryStats } from '../getRegistryStats.ts';
import type { PageLoader } from '../reading.ts';

/** Skills of a list on the first page, and kits. */
const skillsShown = 6;
const kitsShown = 4;

export const homePage: PageLoader<'homePage'> = async (reading) => {
  const { view, site } = reading;
  const popular = (skills: SkillQuery) => inOrder(skills, 'installs').where('skills.deprecated', '=', 0);
  const own = (skills: SkillQuery) => popular(skills).where('owner.handle', '=', operatorHandle).limit(1);
  return reading.html('/', {
    page: 'homePage',
    site,
    newest: await skillSummaries(view, (skills) => inOrder(skills, 'new').limit(skillsShown)),
    popular: await skillSummaries(view, (skills) =>
      popular(skills).where('skills.install_count', '>', 0).limit(skillsShown),
    ),
    kits: await kitSummaries(view, (kits) => kitsInOrder(kits, 'subscribers').limit(kitsShown)),
    example: (await skillSummaries(view, own))[0],
    stats: await getRegistryStats(reading, {}),
  });
};
