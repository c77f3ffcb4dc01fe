/** What an advisory is against (https://ossf.github.io/osv-schema/): pure, for the registry and for devices. */

import type { SemVer } from 'semver';
import coerce from 'semver/functions/coerce.js';
import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import { limits } from '../contract/fields.ts';
import { isHash, ownAdvisoryPattern } from '../contract/grammar/grammar.ts';
import { skillId } from '../contract/grammar/ids.ts';
import { Advisory, advisoryEcosystem } from '../contract/subjects/advisories.ts';

type Affected = NonNullable<Advisory['affected']>[number];
type Range = NonNullable<Affected['ranges']>[number];

/** One part of what is affected. Every text is there once it is JSON. */
export interface Matcher {
  /** The skill's id; empty where the part is about content alone. */
  skill: string;
  labels: string[];
  ranges: Range['events'][];
  /** Of versions and of files, of whatever skill. */
  hashes: string[];
}

/** A version that an advisory may be against. */
export interface Candidate {
  /** Ids of its skill: under each handle that its owner held. */
  skills: readonly string[];
  label: string;
  /** Of its content, and of its files. */
  hashes: readonly string[];
}

/** What a registry at these addresses lists, with what it is against; undefined where it is no list. */
export function readListed(
  list: unknown,
  addresses: readonly string[],
): { id: string; summary: string; matchers: Matcher[] }[] | undefined {
  const given = (list as { advisories?: unknown } | null)?.advisories;
  if (!Array.isArray(given)) return undefined;
  return given.flatMap((one) => {
    const { data } = Advisory.safeParse(one);
    const matchers = data ? matchersOf(data, ecosystemIn(addresses, !data.id.includes('~'))) : [];
    return data && matchers.length > 0 ? [{ id: data.id, summary: data.summary ?? '', matchers }] : [];
  });
}

/**
 * The advisory as it was accepted, or what is wrong with it in a sentence. Errors are told of what is used; what is
 * said of other ecosystems is only kept.
 */
export function readAdvisory(given: unknown): { advisory: Advisory } | { fault: string } {
  if (!isShallow(given, maxDepth)) return { fault: `the document: has more than ${maxDepth} levels` };
  const size = Buffer.byteLength(JSON.stringify(given) ?? '');
  if (size > limits.advisory) return { fault: `the document: may have ${limits.advisory} bytes, and has ${size}` };
  const result = Advisory.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    return { fault: `${issue?.path.join('.') || 'the document'}: ${issue?.message}` };
  }
  const { id, affected = [] } = result.data;
  if (!ownAdvisoryPattern.test(id))
    return { fault: 'id: must be up to 80 letters, digits, dots, hyphens and underscores' };
  const fault = affected.map(faultIn).find((found) => found !== undefined);
  return fault ? { fault } : { advisory: result.data };
}

/** What is nested deeper could not be written as JSON wherever it is read. */
const maxDepth = 32;

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

function faultIn(affected: Affected, index: number): string | undefined {
  const { package: named, ranges = [] } = affected;
  const at = `affected.${index}`;
  if (!named || !isOfSkills(named.ecosystem)) return undefined;
  if (!skillNamed(named.name)) return `${at}.package.name: must be <author>/<slug>, such as ada/pdf-tables`;
  const bounds = ranges.filter(isOrdered).flatMap(({ events }) => events.map(boundOf));
  const bad = bounds.find((bound) => bound !== '0' && !versionOf(bound));
  if (bad !== undefined) return `${at}.ranges: "${bad}" is no version such as 1.4.0`;
  if (isEmpty(partOf(affected, '')))
    return `${at}: names no versions; all of them are {"type":"SEMVER","events":[{"introduced":"0"}]} in ranges`;
  return undefined;
}

/** What it is against. `isHere` tells whether skills of an ecosystem are those of this registry. */
export function matchersOf(advisory: Advisory, isHere: (ecosystem: string) => boolean): Matcher[] {
  if (advisory.withdrawn !== undefined) return [];
  return (advisory.affected ?? []).flatMap((affected) => {
    const { package: named } = affected;
    if (named && !isOfSkills(named.ecosystem)) return [];
    const part = partOf(affected, named && isHere(named.ecosystem) ? (skillNamed(named.name) ?? '') : '');
    return isEmpty(part) || (part.skill === '' && part.hashes.length === 0) ? [] : [part];
  });
}

/** Whether an ecosystem is that of one of these addresses; alone it is where the list `isOwn`. */
export const ecosystemIn =
  (addresses: readonly string[], isOwn: boolean) =>
  (ecosystem: string): boolean =>
    ecosystem === advisoryEcosystem
      ? isOwn
      : addresses.some((address) => ecosystem === `${advisoryEcosystem}:${address}`);

/** A label that can't be ordered counts as affected by what began with the first version. */
export const isAgainst = (matchers: readonly Matcher[], { skills, label, hashes: own }: Candidate): boolean =>
  matchers.some((matcher) => {
    const hashes = new Set(matcher.hashes);
    if (own.some((hash) => hashes.has(hash))) return true;
    if (!skills.includes(matcher.skill)) return false;
    return matcher.labels.includes(label) || matcher.ranges.some((events) => isWithin(events, label));
  });

/** What a version has to have one of, for the matchers to be against it: a skill's id, or a hash. */
export const keysOf = (matchers: readonly Matcher[]): string[] => [
  ...new Set(matchers.flatMap(({ skill, hashes }) => [...(skill ? [skill] : []), ...hashes])),
];

const isOfSkills = (ecosystem: string): boolean =>
  ecosystem === advisoryEcosystem || ecosystem.startsWith(`${advisoryEcosystem}:`);

function skillNamed(name: string): string | undefined {
  const [author = '', slug = '', ...rest] = name.split('/');
  const id = `${author}:${slug}`;
  return rest.length === 0 && skillId.parse(id) ? id : undefined;
}

/** Ranges of commits say nothing of a registry's versions. */
const isOrdered = ({ type }: Range): boolean => type === 'SEMVER' || type === 'ECOSYSTEM';

function partOf({ versions = [], ranges = [], ...said }: Affected, skill: string): Matcher {
  const hashes = [said.ecosystem_specific, said.database_specific].flatMap((both) => [
    ...(both?.version_hashes ?? []),
    ...(both?.file_hashes ?? []),
  ]);
  return {
    skill,
    labels: versions.filter((version) => !isHash(version)),
    ranges: ranges.filter(isOrdered).map(({ events }) => events),
    hashes: [...hashes, ...versions.filter(isHash)],
  };
}

const isEmpty = ({ labels, ranges, hashes }: Matcher): boolean => labels.length + ranges.length + hashes.length === 0;

const boundOf = (event: Range['events'][number]): string =>
  event.introduced ?? event.fixed ?? event.last_affected ?? event.limit ?? '0';

/** As authors write labels: `v2` and `1.4` are versions too. */
const versionOf = (text: string): SemVer | null => parse(text) ?? coerce(text);

/** The evaluation that the schema gives for SEMVER: what came first is undone by what comes after it. */
function isWithin(events: Range['events'], label: string): boolean {
  const version = versionOf(label);
  if (!version) return events.some(({ introduced }) => introduced === '0');
  let isAffected = false;
  for (const event of events.toSorted((a, b) => compareBounds(boundOf(a), boundOf(b)))) {
    const place = compareBounds(version.version, boundOf(event));
    if (event.introduced !== undefined) isAffected ||= place >= 0;
    else if (event.fixed !== undefined) isAffected &&= place < 0;
    else if (event.last_affected !== undefined) isAffected &&= place <= 0;
  }
  return isAffected;
}

/** `0` is before every version. */
function compareBounds(a: string, b: string): number {
  const [left, right] = [a, b].map((bound) => (bound === '0' ? null : versionOf(bound)));
  if (!left || !right) return (left ? 1 : 0) - (right ? 1 : 0);
  return compare(left, right);
}
