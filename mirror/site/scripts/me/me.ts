/**
 * Public pages for somebody signed in: at the origin, where the session is, and after the hint, the rest is loaded. Else
 * "Sign in" leads there, and back to this very address.
 */
import { isHinted, onHint } from '../requests/hint.ts';

const me = document.querySelector<HTMLAnchorElement>('#me[data-origin]');
const isAtOrigin = me?.dataset['origin'] === location.origin;

async function settle(): Promise<void> {
  if (isHinted()) await (await import('./standing.ts')).showStanding();
  else (await import('./standing.ts')).showVisitor();
}

if (me && isAtOrigin) {
  // What can't be asked or loaded now leaves the page as every visitor sees it.
  const tryToSettle = () => settle().catch(() => undefined);
  if (isHinted()) tryToSettle();
  onHint(tryToSettle);
  // A page that the browser kept may show somebody who signed out since, or what was so before they did something.
  addEventListener('pageshow', ({ persisted }) => persisted && tryToSettle());
}
me?.addEventListener('click', () => {
  const way = '#back=';
  if (me.hash.startsWith(way)) me.hash = way + encodeURIComponent(location.pathname + location.search + location.hash);
});
