/** Where pages are, as the page itself tells it. */
import type { PageId } from '../../../origin/contract/pages.ts';
import type { Places } from '../calls.ts';

const places: Places = JSON.parse(document.querySelector<HTMLElement>('#account')?.dataset['places'] ?? '{}');

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

/** Where a copy's link leads: to the skill's page, or nowhere where that is not public. */
export function leadToSkill(element: HTMLElement, skillId: string, visibility: 'public' | 'private' | undefined): void {
  if (visibility === 'public') element.querySelector('a')?.setAttribute('href', skillPlace(skillId));
}
