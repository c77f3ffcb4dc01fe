/** Where pages are, as the page itself tells it. */
import { type SkillName, skillId } from '../../../../origin/contract/grammar/ids.ts';
import { filledPage } from '../../../../origin/contract/grammar/template.ts';
import type { PageId } from '../../../../origin/contract/pages.ts';
import type { Places } from '../../calls.ts';

const told = document.querySelector<HTMLElement>('#account')?.dataset ?? {};
const places: Places = JSON.parse(told['places'] ?? '{}');

/** The address of a page, with its places filled. */
export const placeOf = (id: PageId, values: Record<string, string> = {}): string =>
  filledPage(places[id] ?? '/', values);

/** The same at the origin, where what is private has its page. */
export const placeAtOrigin = (id: PageId, values: Record<string, string> = {}): string =>
  `${told['origin'] ?? ''}${placeOf(id, values)}`;

/** The page of a skill by its id; undefined where that names none. */
export function skillPlace(id: string): string | undefined {
  const skill = skillId.parse(id);
  return skill && placeOf('skillPage', { ...skill });
}

/** The names in a skill's id. Throws for one that names none: whose author holds no handle any more. */
export function namesIn(id: string): SkillName {
  const skill = skillId.parse(id);
  if (skill) return skill;
  throw new Error(`${id} has no address: its author holds no handle.`);
}

type Visibility = 'public' | 'private';

/** Where a copy's link leads: to the skill's page, or nowhere where there is none. */
export const leadToSkill = (element: HTMLElement, id: string, visibility: Visibility | undefined): void =>
  lead(element, visibility, skillPlace(id));

/** The same to the page of a kit. */
export const leadToKit = (
  element: HTMLElement,
  { owner, slug, visibility }: { owner: string; slug: string; visibility: Visibility },
): void => lead(element, visibility, placeOf('kitPage', { owner, slug }));

/** What is private has its page at the origin alone. Its visibility may have changed since it was last led somewhere. */
function lead(element: HTMLElement, visibility: Visibility | undefined, place: string | undefined): void {
  const link = element.querySelector('a');
  if (visibility && place) link?.setAttribute('href', visibility === 'private' ? `${told['origin']}${place}` : place);
  else link?.removeAttribute('href');
}
