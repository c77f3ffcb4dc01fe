/**
 * What names things in records, requests and on the command line: each form is written and read here, and nowhere
 * else. `parse` gives undefined for what `format` could not have made. Also for the browser.
 */
import { type Template, template } from './template.ts';

export interface SkillName {
  author: string;
  slug: string;
}
export interface KitName {
  owner: string;
  slug: string;
}
export interface VersionName extends SkillName {
  /** With its prefix. */
  hash: string;
}

/** A skill in records and requests. */
export const skillId = template('{author}:{slug}');
/** One version of it. */
export const versionId = template('{author}:{slug}@sha256:{hash}');
/** A file of the version that somebody holds, to the tools of the MCP endpoint. */
export const skillFileId = template('{author}:{slug}/{path}');
/** A kit, everywhere. */
export const kitId = template('{owner}/{slug}');
/** Where a device has a skill from, if from a kit. */
export const kitSource = template('kit:{owner}/{slug}');
/** The folder of a skill as a resource of the skills extension (SEP-2640). */
export const skillUri = template('skill://{author}/{slug}');
const handle = template('{author}');
/** A skill as people write it. */
const skillPath = template('{author}/{slug}');

/** The id of a skill as people write it. Whose author holds no handle has none that could be written. */
export function nameOf(id: string): string {
  const name = skillId.parse(id);
  return name ? skillPath.format(name) : id;
}

/** What people call a skill, and after an `@` the label or hash that they want. A colon for the slash will do. */
export interface Reference extends SkillName {
  wanted?: string;
}

export const reference = {
  format: ({ wanted, ...name }: Reference): string =>
    skillPath.format(name) + (wanted === undefined ? '' : `@${wanted}`),
  parse: (text: string): Reference | undefined => {
    const [name = '', ...rest] = text.split('@');
    const wanted = rest.join('@');
    const skill = skillPath.parse(name) ?? skillId.parse(name);
    if (!skill || (rest.length > 0 && wanted === '')) return undefined;
    return { ...skill, ...(wanted && { wanted }) };
  },
};

/** What is reported and acted against: an account, a skill, or one version of it. */
export type Target =
  | { kind: 'profile'; author: string }
  | ({ kind: 'skill' } & SkillName)
  | ({ kind: 'version' } & VersionName);

const targetForms = { profile: handle, skill: skillId, version: versionId } as const;

export const target = {
  format: (named: Target): string => (targetForms[named.kind] as Template).format({ ...named }),
  parse: (text: string): Target | undefined => {
    for (const [kind, form] of Object.entries(targetForms)) {
      const named = form.parse(text);
      if (named) return { kind, ...named } as Target;
    }
    return undefined;
  },
  /** Of all its forms. */
  pattern: new RegExp(
    `^(?:${Object.values(targetForms)
      .map(({ source }) => source)
      .join('|')})$`,
  ),
};
