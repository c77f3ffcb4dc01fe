import { isReadable } from '../../contract/scanned.ts';
import { skillDetail } from '../public/getSkill.ts';
import type { Loader } from '../reading.ts';
import { versionWithFiles } from './fingerprints.ts';
import { named, semanticVersion } from './named.ts';

/** Compares with the versions of this one skill: whether others have these files it does not tell. */
export const clawhubResolved: Loader<'clawhubResolved'> = async (reading, { hash, ...asked }) => {
  const { author, slug } = await named(reading, asked);
  const skill = await skillDetail(reading, author, slug);
  const readable = skill.versions.filter(({ scanStatus }) => isReadable(scanStatus));
  const match = await versionWithFiles(reading.view, { author, slug }, readable, hash);
  return {
    match: match ? { version: semanticVersion(match) } : null,
    latestVersion: { version: semanticVersion(skill) },
  };
};
