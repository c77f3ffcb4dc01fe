/** What most people downloaded last week: nothing that few did, that was flagged or warned of, or that its author gave up. */
import type { Output } from '../contract/operations.ts';
import { inOrder, listedSummaries } from '../store/skills/skills.ts';
import type { View } from '../store/view.ts';

/** Downloads from which a skill can be among them: more than a handful. */
const fewest = 10;
const most = 6;

export const trendingSkills = (view: View): Promise<Output<'listSkills'>['skills']> =>
  listedSummaries(view, (skills) =>
    inOrder(skills, 'downloads')
      .where('skills.downloads_7d', '>=', fewest)
      .where('skills.deprecated', '=', 0)
      .where('skills.scan_status', '=', 'clean')
      .where('skills.moderation_status', '=', 'none')
      .limit(most),
  );
