import { pagePath } from '../../../contract/pages.ts';
import { foundSkill } from '../../found.ts';
import type { PageLoader } from '../page.ts';
import { readFeed } from './feed.ts';
import { rssOf } from './rss.ts';

/** The versions of a skill, as RSS 2.0. Errors: `skill_not_found`. */
export const skillRss: PageLoader<'skillRss'> = async (reading, at) => {
  const skill = await foundSkill(reading.view, at.author, at.slug);
  const name = `${at.author}/${at.slug}`;
  const feed = await readFeed(reading, 0, {
    about: { skill: skill.id },
    title: `${name}: versions`,
    description: `New versions of ${name}.`,
    path: pagePath('skillPage', at),
  });
  return rssOf(feed, reading.site.mirrorUrl + pagePath('skillRss', at));
};
