import gte from 'semver/functions/gte.js';
import { isReadable } from '../../contract/subjects/scanned.ts';
import { skillDetail } from '../public/getSkill.ts';
import type { Loader } from '../reading.ts';
import { versionWithFiles } from './fingerprints.ts';
import { named, numbered, semanticVersion, type Version } from './named.ts';

/** Compares with the versions of this one skill: whether others have these files it does not tell. */
export const clawhubResolved: Loader<'clawhubResolved'> = async (reading, { hash, ...asked }) => {
  const { author, slug } = await named(reading, asked);
  const skill = await skillDetail(reading, author, slug);
  const readable = skill.versions.filter(({ scanStatus }) => isReadable(scanStatus));
  const match = await versionWithFiles(reading.view, { author, slug }, readable, hash);
  const latest = semanticVersion(skill);
  return { match: match ? { version: nameBefore(match, skill, latest) } : null, latestVersion: { version: latest } };
};

/**
 * The program takes the greater of two versions for the newer one. Where a label went backwards, or the newer one has none
 * that is a semantic version, the older goes by its number, under which it is found too.
 */
function nameBefore(match: Version, skill: { version: number }, latest: string): string {
  const name = semanticVersion(match);
  return match.version < skill.version && gte(name, latest) ? numbered(match) : name;
}
