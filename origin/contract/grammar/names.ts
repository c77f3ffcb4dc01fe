/** Which handles and slugs may be claimed: narrower than what a read accepts (CONTRACT.md, Identifiers). */
import { ApiError } from '../errors.ts';
import { handlePattern, slugPattern } from './grammar.ts';

/**
 * Names that a handle or slug may not take: each is, or may become, a first path segment of the site or the API.
 * Every literal first segment of the tables stands here (test/contract/names.test.ts).
 */
const reservedNames: ReadonlySet<string> = new Set(
  (
    '404 about account accounts activity admin advisories api app appeals assets auth blog category categories cli dashboard ' +
    'data device devices discover docs download explore favicon feed feeds follow followers following guide guides ' +
    'handles health help home import index install invitations kit kits legal library livez log login logout mcp me metrics mirror ' +
    'moderation new null openapi operator pair pairing passkeys people policy privacy profile profiles public ' +
    'publish readyz reports robots root rss search security session sessions settings signin signout signup sitemap ' +
    'sitemaps skill skills static stats status support sync system tag tags team teams terms token tokens undefined ' +
    'user users v versions webhook well-known whoami www'
  ).split(' '),
);

/** Refuses a handle that can't be claimed: `handle_invalid`. */
export const checkHandle = (handle: string): void => checkName(handle, handlePattern, 'handle_invalid');

/** Refuses a slug that can't be published under: `slug_invalid`. */
export const checkSlug = (slug: string): void => checkName(slug, slugPattern, 'slug_invalid');

function checkName(name: string, grammar: RegExp, code: 'handle_invalid' | 'slug_invalid'): void {
  const refuse = (why: string) => new ApiError(code, `"${name}" can’t be used: ${why}.`);
  if (!grammar.test(name)) throw refuse('use lowercase letters, digits and hyphens, and start with a letter or digit');
  if (name.endsWith('-')) throw refuse('it ends with a hyphen');
  if (name.includes('--')) throw refuse('it has two hyphens in a row');
  if (reservedNames.has(name)) throw refuse('it is a reserved word');
}

/** What two handles share when a reader could take one for the other. */
export const skeletonOf = (handle: string): string =>
  handle.replaceAll('-', '').replaceAll('0', 'o').replace(/[1i]/g, 'l');
