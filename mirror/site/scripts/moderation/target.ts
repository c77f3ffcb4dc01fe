/** Puts what is acted against into a row of a page. */
import { target as targets } from '../../../../origin/contract/grammar/ids.ts';
import { shownTarget } from '../../targets.ts';
import { placeOf } from '../requests/places.ts';

/** Where a copy has a part for it: shortened, the whole of it in the title, as a link if it is one. */
export function showTarget(row: HTMLElement, target: string): void {
  const place = row.querySelector<HTMLElement>('[data-part="target"]');
  if (!place) return;
  place.textContent = shownTarget(target);
  place.title = target;
  const named = targets.parse(target);
  if (named && place instanceof HTMLAnchorElement)
    place.href = placeOf(named.kind === 'profile' ? 'profilePage' : 'skillPage', { ...named });
}
