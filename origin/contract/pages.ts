/**
 * What the site serves beside the API, in the same way: a path, a media type, a cache rule. Grammar of the parameters
 * as in the operations table.
 */
import type { CachePolicy } from './cache.ts';

interface PageSpec {
  path: `/${string}`;
  media: 'text/html' | 'text/markdown' | 'application/json';
  cache: CachePolicy;
}

const html = { media: 'text/html', cache: 'catalog' } as const;
const markdown = { media: 'text/markdown', cache: 'catalog' } as const;

export const pages = {
  homePage: { ...html, path: '/' },
  apiDescription: { media: 'application/json', cache: 'catalog', path: '/openapi.json' },
  errorsPage: { ...html, path: '/docs/errors' },
  profilePage: { ...html, path: '/{author}' },
  profileMarkdown: { ...markdown, path: '/{author}.md' },
  skillPage: { ...html, path: '/{author}/{slug}' },
  skillMarkdown: { ...markdown, path: '/{author}/{slug}.md' },
} as const satisfies Record<string, PageSpec>;

export type PageId = keyof typeof pages;

export const pageIds = Object.keys(pages) as PageId[];

type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
export type PageInput<K extends PageId> = { [Name in Placeholders<(typeof pages)[K]['path']>]: string };
