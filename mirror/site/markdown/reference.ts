/** Where a link in somebody's Markdown may lead. */
import { pagePath } from '../../../origin/contract/pages.ts';

/** Resolves what a document refers to; undefined means that it is shown as text. */
export type Resolve = (target: string) => string | undefined;

const schemePattern = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The web and mail as they stand; a path to one of the bundle's files through `fileAddress`; nothing else. Paths begin
 * where `document` is in its bundle.
 */
export function resolverOf(
  files: ReadonlySet<string>,
  fileAddress: (path: string) => string,
  document = 'SKILL.md',
): Resolve {
  const pathOf = pathsFrom(document);
  return (target) => {
    if (/^(?:https?:\/\/|mailto:)/i.test(target)) return target;
    const path = pathOf(target);
    return path !== undefined && files.has(path) ? fileAddress(path) : undefined;
  };
}

/** What a target in `document` names in its bundle, whether it is there or not; undefined for what leads out of it. */
export function pathsFrom(document: string): Resolve {
  const folder = document.split('/').slice(0, -1);
  return (target) => (schemePattern.test(target) || target.startsWith('/') ? undefined : bundlePath(target, folder));
}

/** In our own documentation: the web, this site, and the page of another document beside it. */
export const resolveDocs: Resolve = (target) =>
  target.replace(/^([\w-]+)\.md(?=#|$)/, (_, name) => pagePath('guidePage', { guide: name }));

/** `./scripts/../a%20b.md#part` names `a b.md`. Undefined when it can't be read or leaves the bundle. */
function bundlePath(target: string, folder: readonly string[]): string | undefined {
  const segments = [...folder];
  for (const segment of decoded(target.replace(/[?#].*$/s, ''))?.split('/') ?? []) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment);
  }
  return segments.join('/');
}

/** Percent-encoding undone; undefined where it is broken. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
