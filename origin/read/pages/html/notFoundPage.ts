/** What a person sees where nothing is shown: why, and what they may have meant as far as everybody may see it. */
import type { ApiError, ErrorCode } from '../../../contract/errors.ts';
import { pages } from '../../../contract/pages.ts';
import { template } from '../../../contract/template.ts';
import { findSkill } from '../../../store/skills/skills.ts';
import { namesLike } from '../../namesLike.ts';
import type { PageData, PageReading } from '../page.ts';

type NotFound = Extract<PageData, { page: 'notFound' }>;

/** What lies below a skill. */
const belowSkill = [pages.versionPage.path, pages.filePage.path, pages.diffPage.path].map(template);

const templates = [
  pages.profilePage.path,
  pages.skillPage.path,
  pages.profileMarkdown.path,
  pages.skillMarkdown.path,
].map(template);

/** Where a name may have been mistyped: what else is missing has an address that was right. */
const mistyped: readonly ErrorCode[] = ['not_found', 'skill_not_found', 'profile_not_found'];

export async function notFoundPage(reading: PageReading, path: string, { code, message }: ApiError): Promise<string> {
  const asked = templates.map(({ parse }) => parse(path)).find((values) => values !== undefined);
  const { author, slug } = asked ?? {};
  const name = slug ?? author ?? '';
  const near = mistyped.includes(code) ? await namesLike(reading.view, { name, owner: slug && author }) : [];
  const words = name.replaceAll('-', ' ').trim();
  const skill = await skillAbove(reading, path);
  return reading.html(path, { page: 'notFound', site: reading.site, missing: { code, message }, skill, words, near });
}

/** The skill that a missing version, file or comparison belongs to, where that has a page. */
async function skillAbove({ view }: PageReading, path: string): Promise<NotFound['skill']> {
  const { author, slug } = belowSkill.map(({ parse }) => parse(path)).find((values) => values !== undefined) ?? {};
  return author && slug && (await findSkill(view, author, slug)) ? { author, slug } : undefined;
}
