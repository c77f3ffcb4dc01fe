import { pages } from '../../../contract/pages.ts';
import { type PageLoader, type ShellId, shellIds } from '../page.ts';

/** The loaders of all pages that read nothing. */
export const shells = Object.fromEntries(
  shellIds.map((page): [ShellId, PageLoader<ShellId>] => [
    page,
    ({ html, site }) => html(pages[page].path, { page, site }),
  ]),
) as { [K in ShellId]: PageLoader<K> };
