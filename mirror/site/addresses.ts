/** Addresses with what follows the path: queries and fragments. */

import type { ErrorCode } from '../../origin/contract/errors.ts';
import { digitsOf } from '../../origin/contract/grammar/grammar.ts';
import { reference, type SkillName, type VersionName, versionId } from '../../origin/contract/grammar/ids.ts';
import { operationPath, type ReadId } from '../../origin/contract/operations.ts';
import { pagePath, pages } from '../../origin/contract/pages.ts';
import type { Site } from '../../origin/read/reading.ts';

/** The root-relative address of an API read. A query is named after its parameter. */
export const readAddress = <K extends ReadId>(
  id: K,
  parameters: Parameters<typeof operationPath<K>>[1],
  query: Record<string, string> = {},
): string => operationPath(id, parameters) + queryOf(query);

export const profileAddress = (author: string): string => pagePath('profilePage', { author });

/** A file of a version to look at, at a line of its source where one is given. SKILL.md needs no naming. */
export function fileAddress(at: VersionName, path: string, { line, view }: { line?: number; view?: 'source' } = {}) {
  const shown = line ? 'source' : view;
  const query = { path: path === 'SKILL.md' ? undefined : path, view: shown };
  return pageAddress(pagePath('filePage', at), query) + (line ? lineFragment(line) : '');
}
/** A file of a version as a picture. */
export const pictureAddress = (at: VersionName, path: string): string =>
  pageAddress(pagePath('versionPicture', at), { path });

export const lineFragment = (line: number): string => `#L${line}`;

/** What changed between two versions; the newest two where none is named. */
export const diffAddress = (at: SkillName, between: { from?: string; to?: string; view?: 'split' } = {}): string => {
  const [from, to] = [between.from, between.to].map((hash) => hash && digitsOf(hash));
  return pageAddress(pagePath('diffPage', at), { from, to, view: between.view });
};

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
export const addAddress = (skill: SkillName): string => `${pages.libraryPage.path}#add=${reference.format(skill)}`;
/** Where somebody signs in, and comes back from to the page at `path`, as the origin shows it. */
export const signInAddress = ({ originUrl }: Site, path = '/'): string =>
  `${originUrl}${pages.signInPage.path}#back=${encodeURIComponent(path)}`;
/** Where a version is reported: its name goes into the form there. */
export const reportAddress = (version: VersionName): string =>
  `${pages.moderationPage.path}#report=${versionId.format(version)}`;

function queryOf(query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
