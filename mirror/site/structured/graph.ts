/**
 * What a page is about as schema.org records (JSON-LD 1.1), for machines that read pages. It is data: browsers run
 * nothing of a script element of this type, whatever the content policy.
 */

import { profileAddress } from '../addresses.ts';

/** One record of the graph. Members that are undefined are left out. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** A graph as the text of a script element. Nothing in it can end the element or begin a comment. */
export const inertJson = (things: readonly Thing[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What the records of every page call the same person or team. */
export const profileId = (mirrorUrl: string, handle: string): string => `${mirrorUrl}${profileAddress(handle)}#profile`;

/** Where a page stands below the first one; the last step is the page itself. Paths are root-relative. */
export const breadcrumb = (mirrorUrl: string, steps: readonly (readonly [name: string, path: string])[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: mirrorUrl + path,
  })),
});

/** ISO 8601 of Unix seconds. */
export const dateTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** How often something was done to a thing, in the words of schema.org. */
export const counter = (action: string, count: number): Thing => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
});
