/** From a page that needs somebody signed in to the sign-in page, and back. Kept in this tab alone. */
const kept = 'way-back';
/** The pages that one comes back to; whatever else is kept there leads to settings. */
const pages = ['/pair', '/moderation', '/settings'];

export function signInFirst(): void {
  sessionStorage.setItem(kept, location.pathname);
  location.assign('/signin');
}

/** Where to go once signed in. */
export function wayBack(): string {
  const path = sessionStorage.getItem(kept) ?? '';
  sessionStorage.removeItem(kept);
  return pages.includes(path) ? path : '/settings';
}
