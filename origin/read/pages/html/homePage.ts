import { operatorHandle } from '../../../contract/clients/discovery.ts';
import { featuredKits } from '../../../store/kits/featured.ts';
import { kitSummaries, kitsInOrder } from '../../../store/kits/kits.ts';
import { inOrder, listedSummaries, type SkillList } from '../../../store/skills/skills.ts';
import { getRegistryStats } from '../../public/getRegistryStats.ts';
import { getSkillVersionScan } from '../../public/getSkillVersionScan.ts';
import { trendingSkills } from '../../trending.ts';
import type { PageLoader } from '../page.ts';

/** Skills of a list on the first page, and kits. */
const skillsShown = 6;
const kitsShown = 4;

export const homePage: PageLoader<'homePage'> = async (reading) => {
  const { view, site } = reading;
  // The first page recommends nothing that its author gave up or the scan warns of.
  const inUse = (skills: SkillList) =>
    skills.where('skills.deprecated', '=', 0).where('skills.scan_status', '=', 'clean');
  const popular = (skills: SkillList) => inOrder(inUse(skills), 'installs');
  const [own] = await listedSummaries(view, (skills) =>
    popular(skills)
      .where('skills.owner_id', 'in', (e) => e.selectFrom('profiles').select('id').where('handle', '=', operatorHandle))
      .limit(1),
  );
  const newest = await listedSummaries(view, (skills) => inOrder(inUse(skills), 'new').limit(skillsShown));
  const installed = await listedSummaries(view, (skills) =>
    popular(skills).where('skills.install_count', '>', 0).limit(skillsShown),
  );
  const example = own ?? installed[0] ?? newest[0];
  return reading.html('/', {
    page: 'homePage',
    site,
    newest,
    popular: installed,
    trending: await trendingSkills(view),
    featured: await featuredKits(view),
    kits: await kitSummaries(view, (kits) => kitsInOrder(kits, 'subscribers').limit(kitsShown)),
    example: example && {
      skill: example,
      scan: await getSkillVersionScan(reading, { ...example, hash: example.latest_hash }),
    },
    stats: await getRegistryStats(reading, {}),
  });
};
