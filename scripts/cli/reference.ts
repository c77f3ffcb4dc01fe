/** How people name skills, versions and kits on the command line. */

import { handlePattern, slugPattern } from '../../origin/contract/fields.ts';
import type { Output } from '../../origin/contract/operations.ts';
import { exitCodes, Failure } from './failure.ts';

/** `author/slug`, and after an `@` the label or hash that was asked for. */
export interface SkillReference {
  author: string;
  slug: string;
  wanted?: string;
}

/** Reads `author/slug[@label|hash]`; a colon for the slash will do. Throws `Failure` (usage). */
export function skillReference(text: string): SkillReference {
  const at = text.indexOf('@');
  const [name, wanted] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  const [author, slug] = pair(name, /[/:]/);
  if (!author || !slug || wanted === '') {
    throw new Failure(
      `"${text}" names no skill: write <author>/<slug>, or <author>/<slug>@<label or hash>.`,
      exitCodes.usage,
    );
  }
  return { author, slug, ...(wanted && { wanted }) };
}

/** Reads `owner/slug`. Throws `Failure` (usage). */
export function kitReference(text: string): { owner: string; slug: string } {
  const [owner, slug] = pair(text, '/');
  if (!owner || !slug) throw new Failure(`"${text}" names no kit: write <owner>/<slug>.`, exitCodes.usage);
  return { owner, slug };
}

function pair(text: string, separator: string | RegExp): [string?, string?] {
  const [first = '', second = '', ...rest] = text.split(separator);
  return rest.length === 0 && handlePattern.test(first) && slugPattern.test(second) ? [first, second] : [];
}

type Skill = Output<'getSkill'>;
export type SkillVersion = Skill['versions'][number];

/** Hex digits of a hash that may stand for it. */
const shortestPrefix = 7;

/** The version that a label, a hash or the beginning of one means; without any, the latest. Throws `Failure`. */
export function chosenVersion({ skill_id, latest_hash, versions }: Skill, wanted?: string): SkillVersion {
  const name = skill_id.replace(':', '/');
  if (wanted === undefined || wanted === 'latest') {
    const latest = versions.find(({ hash }) => hash === latest_hash) ?? versions[0];
    if (latest) return latest;
    throw new Failure(`${name} has no version that can be read.`);
  }
  const labelled = versions.find(({ version_label }) => version_label === wanted);
  if (labelled) return labelled;
  const digits = wanted.replace(/^sha256:/, '');
  const isPrefix = new RegExp(`^[0-9a-f]{${shortestPrefix},64}$`).test(digits);
  const [found, another] = isPrefix
    ? versions.filter(({ hash }) => hash.slice('sha256:'.length).startsWith(digits))
    : [];
  if (found && !another) return found;
  throw new Failure(
    another
      ? `"${wanted}" is the beginning of more than one hash of ${name}: write more of it.`
      : `${name} has no version "${wanted}": \`skill-registry view ${name}\` lists what it has.`,
  );
}

/** The digits of a hash that tell it from others. */
export const short = (hash: string): string => hash.replace(/^sha256:/, '').slice(0, 12);
