/**
 * That somebody is signed in with this browser: only a hint, kept where scripts of this host see it. Public pages ask the
 * registry who it is only with it, so visitors cost no request. The session itself is in a cookie that no script reads.
 */
const kept = 'signed-in';

/** A browser may refuse to keep anything: then public pages are those of a visitor. */
export function isHinted(): boolean {
  try {
    return localStorage.getItem(kept) !== null;
  } catch {
    return false;
  }
}

export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(kept, '1');
    else localStorage.removeItem(kept);
  } catch {
    // Then there is no hint.
  }
}

/** Calls back when that changes in another tab. */
export const onHint = (changed: () => void): void =>
  addEventListener('storage', ({ key }) => {
    if (key === kept || key === null) changed();
  });
