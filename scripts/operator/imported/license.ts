/**
 * Under which licence a skill says it stands, as an SPDX expression. What is nearest to the skill decides: its
 * frontmatter, else the licence files in its folder, else those of the repository. A word that is not understood is not
 * passed over for one further away, which could say something else.
 */
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { readFrontmatter } from '../../../origin/bundle/frontmatter.ts';
import { skillFile } from '../../../origin/bundle/paths.ts';
import { licenseNamed, pointsToFile } from './licenseName.ts';
import { licenseOfText } from './licenseText.ts';

/** SPDX for: nothing is known. */
const noAssertion = 'NOASSERTION';

/** A licence file, as one finds it beside a SKILL.md or at a repository's root. */
export const isLicenseFile = (path: string): boolean => licenseFile.test(path);

const licenseFile =
  /^(?:(?:(?:mit|apache|bsd|isc|a?l?gpl|mpl)[-_])?(?:licen[cs]e|copying)|unlicen[cs]e)(?:[-_][a-z0-9_-]+(?:\.\d+)*)?(?:\.(?:txt|md|rst|lesser))?$/i;

/** Larger files are no licences. Bytes. */
export const maxLicenseBytes = 256 * 1024;

/**
 * `root` are the files of the repository's root; only licence files are looked at. Errors: `frontmatter_invalid`,
 * `payload_too_large`.
 */
export function licenseOf(skill: readonly BundleFile[], root: readonly BundleFile[]): string {
  const skillMd = skill.find(({ path }) => path === skillFile);
  const said = skillMd && readFrontmatter(skillMd.bytes).license;
  if (said !== undefined && !pointsToFile(said)) return licenseNamed(said) ?? noAssertion;
  return (said && licenseNamed(said)) ?? licenseInFiles(skill) ?? licenseInFiles(root) ?? noAssertion;
}

/** Undefined where there is no licence file. */
function licenseInFiles(files: readonly BundleFile[]): string | undefined {
  const texts = files.filter(({ path }) => isLicenseFile(path));
  if (texts.length === 0) return undefined;
  const found = new Set(texts.map(({ bytes }) => (bytes.length > maxLicenseBytes ? undefined : textOf(bytes))));
  return oneOf(found) ?? noAssertion;
}

const textOf = (bytes: Uint8Array): string | undefined => licenseOfText(new TextDecoder().decode(bytes));

/**
 * Several files may say the same. Several licences are no licence that could be named: nothing says whether one may
 * choose. Only the LGPL comes as two, since it builds on the GPL.
 */
function oneOf(found: ReadonlySet<string | undefined>): string | undefined {
  if (found.size === 2) {
    const lesser = [...found].find((id) => id?.startsWith('LGPL-'));
    if (lesser && [...found].some((id) => id?.startsWith('GPL-'))) return lesser;
  }
  return found.size === 1 ? [...found][0] : undefined;
}
