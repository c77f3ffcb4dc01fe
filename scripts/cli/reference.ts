/** How people name skills, versions and kits on the command line. */

import { digitsOf } from '../../origin/contract/grammar/grammar.ts';
import {
  type KitName,
  kitId,
  nameOf,
  type Reference,
  reference,
  type SkillName,
  skillId,
} from '../../origin/contract/grammar/ids.ts';
import type { Output } from '../../origin/contract/operations.ts';
import { exitCodes, Failure } from './failure.ts';

/** Reads `author/slug[@label|hash]`; a colon for the slash will do. Throws `Failure` (usage). */
export function skillReference(text: string): Reference {
  const named = reference.parse(text);
  if (named) return named;
  throw new Failure(
    `"${text}" is not a skill. Write <author>/<slug>, or <author>/<slug>@<label or hash>.`,
    exitCodes.usage,
  );
}

/** Reads `owner/slug`. Throws `Failure` (usage). */
export function kitReference(text: string): KitName {
  const named = kitId.parse(text);
  if (named) return named;
  throw new Failure(`"${text}" is not a kit. Write <owner>/<slug>.`, exitCodes.usage);
}

/** The names in an id that the registry gave. Throws `Failure` for what is none. */
export function namesIn(id: string): SkillName {
  const named = skillId.parse(id);
  if (named) return named;
  throw new Failure(`The registry’s answer is wrong: "${id}" is not a skill.`);
}

type Skill = Output<'getSkill'>;
export type SkillVersion = Skill['versions'][number];

/** Hex digits of a hash that may stand for it. */
const shortestPrefix = 7;

/** The version that a label, a hash or the beginning of one means; without any, the latest. Throws `Failure`. */
export function chosenVersion({ skill_id, latest_hash, versions }: Skill, wanted?: string): SkillVersion {
  const name = nameOf(skill_id);
  if (wanted === undefined || wanted === 'latest') {
    const latest = versions.find(({ hash }) => hash === latest_hash) ?? versions[0];
    if (latest) return latest;
    throw new Failure(`${name} has no available version.`);
  }
  const labelled = versions.find(({ version_label }) => version_label === wanted);
  if (labelled) return labelled;
  const digits = digitsOf(wanted);
  const isPrefix = new RegExp(`^[0-9a-f]{${shortestPrefix},64}$`).test(digits);
  const [found, another] = isPrefix ? versions.filter(({ hash }) => digitsOf(hash).startsWith(digits)) : [];
  if (found && !another) return found;
  throw new Failure(
    another
      ? `More than one hash of ${name} begins with "${wanted}". Write more of it.`
      : `${name} has no version "${wanted}". To list its versions: skill-registry view ${name}`,
  );
}
