/** What a person sees where nothing is shown: why, and what they may have meant as far as everybody may see it. */
import type { ApiError, ErrorCode } from '../../../contract/errors.ts';
import { template } from '../../../contract/grammar/template.ts';
import { pages } from '../../../contract/pages.ts';
import { findSkill } from '../../../store/skills/skills.ts';
import { namesLike } from '../../namesLike.ts';
import { actionsAgainst } from '../../public/listModerationActions.ts';
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

/** What an action in force may be the reason of. */
const refused: readonly ErrorCode[] = ['version_quarantined', 'skill_not_found', 'profile_not_found'];

export async function notFoundPage(reading: PageReading, path: string, error: ApiError): Promise<string> {
  const { code, message, extra } = error;
  const below = valuesOf(belowSkill, path);
  const asked = valuesOf(templates, path);
  const { author, slug } = below ?? asked ?? {};
  const name = asked?.['slug'] ?? asked?.['author'] ?? '';
  const missing = { code, message };
  const elsewhere = code === 'not_mirrored' ? new URL(path, String(extra['mirror_of'])).href : undefined;
  const words = name.replaceAll('-', ' ').trim();
  const base = { page: 'notFound', site: reading.site, missing, elsewhere, words } as const;
  const against = author && refused.includes(code) ? await actionsAgainst(reading.view, { author, slug }) : [];
  const actions = against.filter(({ action }) => action !== 'warn');
  // Nothing else of its author is suggested in place of what was taken out of sight.
  if (actions.length > 0 || code === 'version_quarantined')
    return reading.html(path, { ...base, actions, skill: undefined, near: [] });
  const owner = asked?.['slug'] && author;
  const near = mistyped.includes(code) ? await namesLike(reading.view, { name, owner }) : [];
  return reading.html(path, { ...base, actions, skill: await skillAbove(reading, below), near });
}

type Templates = readonly { parse(path: string): Readonly<Record<string, string>> | undefined }[];
const valuesOf = (templates: Templates, path: string) =>
  templates.map(({ parse }) => parse(path)).find((values) => values !== undefined);

/** The skill that a missing version, file or comparison belongs to, where that has a page. */
async function skillAbove(
  { view }: PageReading,
  { author, slug }: Readonly<Record<string, string>> = {},
): Promise<NotFound['skill']> {
  return author && slug && (await findSkill(view, author, slug)) ? { author, slug } : undefined;
}
