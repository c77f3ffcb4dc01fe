/** A version that a project is to have. */
import { skillId } from '../../../origin/contract/grammar/ids.ts';
import { skillReference } from '../reference.ts';
import type { LockFile } from './lockFile.ts';

export interface Chosen {
  /** `<author>/<slug>`. */
  name: string;
  skill_id: string;
  hash: string;
  label: string;
  from: string[];
  /** The newest label that there is. */
  latest: string;
  isPrivate: boolean;
  /** What a person should read before it runs; empty where there is nothing. */
  warnings: string[];
}

/** The id of a skill that goes by a name. */
export const idOf = (name: string): string => skillId.format(skillReference(name));

/** What a lock has, as it is. */
export const chosenOfLock = ({ skills }: LockFile): Chosen[] =>
  Object.entries(skills).map(([name, { version, hash, from, private: isPrivate = false }]) => ({
    ...{ name, skill_id: idOf(name), hash, label: version, from, latest: version },
    isPrivate,
    warnings: [],
  }));
