/** What is acted against, in words: an account, a skill, or one version of it. For pages and their scripts. */
import { shortHash } from '../../origin/contract/grammar/grammar.ts';
import { skillId, target, type VersionName } from '../../origin/contract/grammar/ids.ts';

/** The version that a target names; undefined for a skill or an account. */
export function versionOf(text: string): VersionName | undefined {
  const named = target.parse(text);
  return named?.kind === 'version' ? named : undefined;
}

/** The target as people read it: a version's hash shortened. */
export function shownTarget(text: string): string {
  const version = versionOf(text);
  return version ? `${skillId.format(version)} @ ${shortHash(version.hash)}` : text;
}
