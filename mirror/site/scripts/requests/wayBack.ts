/** From a page that needs somebody signed in to the sign-in page, and back. Kept in this tab alone. */
import { placeOf } from './places.ts';

const kept = 'way-back';

export function signInFirst(): void {
  keepWayBack();
  location.assign(placeOf('signInPage'));
}

/** Whoever signs in next in this tab comes back to this page, and to what its address names there. */
export const keepWayBack = (): void => sessionStorage.setItem(kept, location.pathname + location.hash);

/** The same for the page of this host that the sign-in page's own address names: `#back=/ada/hello`. */
export function takeWayBack(): void {
  const named = new URLSearchParams(location.hash.slice(1)).get('back');
  if (named === null) return;
  sessionStorage.setItem(kept, named);
  history.replaceState(null, '', location.pathname + location.search);
}

/** Where to go once signed in. Anyone may have written what is kept: what is no page of this host leads to settings. */
export function wayBack(): string {
  const named = sessionStorage.getItem(kept) ?? '';
  sessionStorage.removeItem(kept);
  return ownAddress(named) ?? placeOf('settingsPage');
}

/**
 * As a browser reads it, and whole: a path such as `/..//other.example` would lead elsewhere on its own. Undefined for
 * what is not of this host.
 */
function ownAddress(path: string): string | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, location.origin)) return undefined;
  const { origin, href } = new URL(path, location.origin);
  return origin === location.origin ? href : undefined;
}
