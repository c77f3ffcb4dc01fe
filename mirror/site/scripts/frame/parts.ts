/** Says which part of a page is open to those who can't see it; what shows it is the style sheet. */

const links = [...document.querySelectorAll('.part-names a')];
const parts = [...document.querySelectorAll('.part')];

function say(): void {
  for (const [index, link] of links.entries()) link.ariaCurrent = parts[index]?.checkVisibility() ? 'true' : null;
}

addEventListener('hashchange', say);
// A page may not have gone to its fragment yet when this runs.
addEventListener('load', say);
