/** The frame of every page of the app: the site's, with what is of no use here left out. */
import { siteName } from '../../../../origin/contract/clients/discovery.ts';
import { type Html, html, type Part } from './html.ts';

/** What a page says of what was just done. */
export interface Result {
  title: string;
  /** Lines; empty where the title says it all. */
  text: string;
  isWell: boolean;
}

export interface Framed {
  title: string;
  /** Where the pages are: a path that ends with a slash. */
  base: string;
  lead: Part;
  /** What leads to the parts of the page. */
  side: readonly (readonly [href: string, name: string])[];
  result?: Result | undefined;
  body: Part;
  /** The registry's site, where it is known. */
  registry?: string | undefined;
}

export const page = ({ title, base, lead, side, result, body, registry }: Framed): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${siteName} on this machine</title>
<link rel="stylesheet" href="${base}style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="masthead">
<a class="wordmark" href="${base}" aria-label="Skill registry on this machine, first page">skill<span aria-hidden="true">/</span>registry</a>
<nav aria-label="App"><a href="${base}"${side.length > 0 && html` aria-current="page"`}>This machine</a>${registry && html`<a href="${registry}/" rel="noreferrer">${new URL(registry).host}</a>`}</nav>
</header>
<main id="content" tabindex="-1">
<div class="account-page">
<nav class="side" aria-label="Parts of this page"><div><ul>${side.map(([href, name]) => html`<li><a href="${href}">${name}</a></li>`)}</ul></div></nav>
<div class="work">
<header class="opening"><h1 dir="auto">${title}</h1><p class="lead">${lead}</p></header>
${result && resultOf(result)}
${body}
</div>
</div>
</main>
<footer class="colophon"><p class="quiet">This machine serves this page, to this browser alone.</p></footer>
</body>
</html>
`;

const resultOf = ({
  title,
  text,
  isWell,
}: Result): Html => html`<div class="notice ${isWell ? 'mild' : 'caution'}" role="status">
<p class="notice-title">${title}</p>
${text !== '' && html`<ul class="warnings">${text.split('\n').map((line) => html`<li dir="auto">${line}</li>`)}</ul>`}
</div>`;

interface Button {
  /** What is posted to, below the pages. */
  action: string;
  label: string;
  isPrimary?: boolean;
}

/** A form whose buttons each post the same fields elsewhere. */
export const formOf = (
  base: string,
  buttons: readonly Button[],
  fields: Readonly<Record<string, string>> = {},
): Html => html`<form class="choices" method="post">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${buttons.map(({ action, label, isPrimary }) => html`<button formaction="${base}${action}"${isPrimary && html` class="primary"`}>${label}</button>`)}
</form>`;
