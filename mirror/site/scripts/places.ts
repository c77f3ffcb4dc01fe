/** Where pages are, as the page itself tells it. */
import type { PageId } from '../../../origin/contract/pages.ts';
import type { Places } from '../calls.ts';

const told = document.querySelector<HTMLElement>('#account')?.dataset ?? {};
const places: Places = JSON.parse(told['places'] ?? '{}');

/** The address of a page, with its places filled. */
export const placeOf = (id: PageId, values: Record<string, string> = {}): string =>
  (places[id] ?? '/').replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));

/** Whether a page that has no places in its path lives there. */
export const isPlace = (path: string): boolean => Object.values(places).includes(path);

/** `ada/hello`, as people write it. */
export const nameOf = (skillId: string): string => skillId.replace(':', '/');

/** The page of a skill by its id. */
export function skillPlace(skillId: string): string {
  const [author = '', slug = ''] = skillId.split(':');
  return placeOf('skillPage', { author, slug });
}

type Visibility = 'public' | 'private';

/** Where a copy's link leads: to the skill's page, or nowhere where there is none. */
export const leadToSkill = (element: HTMLElement, skillId: string, visibility: Visibility | undefined): void =>
  lead(element, visibility, skillPlace(skillId));

/** The same to the page of a kit. */
export const leadToKit = (
  element: HTMLElement,
  { owner, slug, visibility }: { owner: string; slug: string; visibility: Visibility },
): void => lead(element, visibility, placeOf('kitPage', { owner, slug }));

/** What is private has its page at the origin alone. Its visibility may have changed since it was last led somewhere. */
function lead(element: HTMLElement, visibility: Visibility | undefined, place: string): void {
  const link = element.querySelector('a');
  if (visibility) link?.setAttribute('href', visibility === 'private' ? `${told['origin']}${place}` : place);
  else link?.removeAttribute('href');
}
