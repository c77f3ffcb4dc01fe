/** From a page that needs somebody signed in to the sign-in page, and back. Kept in this tab alone. */
import { isPlace, placeOf } from './places.ts';

const kept = 'way-back';

export function signInFirst(): void {
  keepWayBack();
  location.assign(placeOf('signInPage'));
}

/** Whoever signs in next in this tab comes back to this page, and to what its address names there. */
export const keepWayBack = (): void => sessionStorage.setItem(kept, location.pathname + location.hash);

/** Where to go once signed in; whatever is kept that is no page of an account leads to settings. */
export function wayBack(): string {
  const path = sessionStorage.getItem(kept) ?? '';
  sessionStorage.removeItem(kept);
  return isPlace(path.replace(/#.*/, '')) ? path : placeOf('settingsPage');
}
