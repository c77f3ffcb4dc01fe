/** Where things live, from the tables of the contract: the only statement of a path. */

import type { ErrorCode } from '../../origin/contract/errors.ts';
import { apiPrefix } from '../../origin/contract/operations/row.ts';
import { operations, type ReadId } from '../../origin/contract/operations.ts';
import { pages } from '../../origin/contract/pages.ts';

/** The root-relative address of an API read. A query is named after its parameter. */
export const readAddress = (
  id: ReadId,
  parameters: Record<string, string>,
  query: Record<string, string> = {},
): string => apiPrefix + filled(operations[id].path, parameters) + queryOf(query);

export const profileAddress = (author: string): string => filled(pages.profilePage.path, { author });
export const skillAddress = (at: { author: string; slug: string }): string => filled(pages.skillPage.path, at);
export const kitAddress = (at: { owner: string; slug: string }): string => filled(pages.kitPage.path, at);
export const followersAddress = (author: string): string => filled(pages.followersPage.path, { author });
export const followingAddress = (author: string): string => filled(pages.followingPage.path, { author });
export const profileMarkdownAddress = (author: string): string => filled(pages.profileMarkdown.path, { author });
export const skillMarkdownAddress = (at: { author: string; slug: string }): string =>
  filled(pages.skillMarkdown.path, at);
export const kitMarkdownAddress = (at: { owner: string; slug: string }): string => filled(pages.kitMarkdown.path, at);

interface VersionAt {
  author: string;
  slug: string;
  /** With its prefix or without. */
  hash: string;
}

export const versionAddress = (at: VersionAt): string => filled(pages.versionPage.path, digitsOf(at));
export const versionMarkdownAddress = (at: VersionAt): string => filled(pages.versionMarkdown.path, digitsOf(at));
export const versionArchiveAddress = (at: VersionAt): string => filled(pages.versionArchive.path, digitsOf(at));

/** A file of a version to look at, at a line of its source where one is given. SKILL.md needs no naming. */
export function fileAddress(at: VersionAt, path: string, { line, view }: { line?: number; view?: 'source' } = {}) {
  const shown = line ? 'source' : view;
  const query = { path: path === 'SKILL.md' ? undefined : path, view: shown };
  return pageAddress(filled(pages.filePage.path, digitsOf(at)), query) + (line ? lineFragment(line) : '');
}
export const lineFragment = (line: number): string => `#L${line}`;

/** What changed between two versions; the newest two where none is named. */
export const diffAddress = (
  at: { author: string; slug: string },
  between: { from?: string; to?: string } = {},
): string => {
  const [from, to] = [between.from, between.to].map((hash) => hash?.replace('sha256:', ''));
  return pageAddress(filled(pages.diffPage.path, at), { from, to });
};

/** Page paths have a hash without its prefix. */
const digitsOf = ({ hash, ...at }: VersionAt) => ({ ...at, hash: hash.replace('sha256:', '') });

/** A page with its query, without what is undefined. */
export function pageAddress(path: string, query: Record<string, string | number | undefined> = {}): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return path + queryOf(Object.fromEntries(asked.map(([name, value]) => [name, String(value)])));
}

/** Where a rule of the scan is explained. */
export const scanRuleAddress = (detector: string): string =>
  `${pages.scanningPage.path}#${encodeURIComponent(detector)}`;
/** Where an error code is explained. */
export const errorAddress = (code: ErrorCode): string => `${pages.errorsPage.path}#${code}`;
/** Where a skill is added to one's library: its name goes into the form there. */
export const addAddress = ({ author, slug }: { author: string; slug: string }): string =>
  `${pages.libraryPage.path}#add=${author}/${slug}`;
/** Where a version, a skill or an account is reported: what is named goes into the form there. */
export const reportAddress = (target: string): string => `${pages.moderationPage.path}#report=${target}`;

function filled(path: string, parameters: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${path} needs ${name}.`);
    return encodeURIComponent(value).replaceAll('%3A', ':'); // a colon is fine in a segment, and hashes stay legible
  });
}

function queryOf(query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
