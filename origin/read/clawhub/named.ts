/** Which skill and which version a program means that names skills by slug, and versions by semantic version. */
import { ApiError } from '../../contract/errors.ts';
import type { Output } from '../../contract/operations.ts';
import { pagePath } from '../../contract/pages.ts';
import { authorsOf } from '../../store/skills/sameName.ts';
import { foundReadable } from '../found.ts';
import { skillDetail } from '../public/getSkill.ts';
import type { Reading } from '../reading.ts';

export type Named = Pick<Reading, 'view' | 'site'>;

/** A name without its author means the only skill that has it. Errors: `skill_not_found`, `skill_ambiguous`. */
export async function named(
  { view, site }: Named,
  { slug, ownerHandle }: { slug: string; ownerHandle?: string | undefined },
): Promise<{ author: string; slug: string }> {
  if (ownerHandle !== undefined) return { author: ownerHandle, slug };
  const [author, ...others] = await authorsOf(view, slug);
  if (author === undefined) throw new ApiError('skill_not_found', `There is no skill ${slug}.`);
  if (others.length === 0) return { author, slug };
  const authors = [author, ...others];
  throw new ApiError(
    'skill_ambiguous',
    `Several authors have a skill "${slug}": ${authors.join(', ')}. Name the one you mean, as @${author}/${slug}.`,
    {
      matches: authors.map((ownerHandle) => ({
        ownerHandle,
        slug,
        ref: `@${ownerHandle}/${slug}`,
        url: site.mirrorUrl + pagePath('skillPage', { author: ownerHandle, slug }),
      })),
    },
  );
}

/**
 * A version's semantic version: its label where that is one in its usual spelling, and else `0.0.<number>`. Labels of that
 * last form are left to the numbers, so no two versions of a skill share one, and none ever changes.
 */
export function semanticVersion({ version, version_label }: { version: number; version_label: string }): string {
  return spelling.test(version_label) && !/^0\.0\.\d+$/.test(version_label) ? version_label : numbered({ version });
}

/** Stands for a version whatever its label is. */
export const numbered = ({ version }: { version: number }): string => `0.0.${version}`;

/** Semantic Versioning 2.0.0 without build metadata, which names no other version. */
const number = '(?:0|[1-9]\\d{0,14})';
const identifier = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const spelling = new RegExp(`^${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?$`);

type Detail = Output<'getSkill'>;
export type Version = Detail['versions'][number];

export interface Chosen {
  author: string;
  slug: string;
  skill: Detail;
  version: Version;
}

interface Choice {
  slug: string;
  ownerHandle?: string | undefined;
  version?: string | undefined;
  tag?: string | undefined;
}

/**
 * The version that is asked for, the latest unless one is named, whether it may be read or not.
 * Errors: `skill_not_found`, `skill_ambiguous`, `version_not_found`; where no version may be read, what refuses the newest.
 */
export async function chosenVersion(reading: Named, choice: Choice): Promise<Chosen> {
  const { author, slug } = await named(reading, choice);
  const { latest_hash } = await foundReadable(reading.view, author, slug);
  const skill = await skillDetail(reading, author, slug);
  const { version: name } = choice;
  const version =
    name === undefined
      ? (choice.tag ?? 'latest') === 'latest' && skill.versions.find(({ hash }) => hash === latest_hash)
      : (skill.versions.find((version) => [semanticVersion(version), numbered(version)].includes(name)) ??
        skill.versions.find(({ version_label }) => version_label === name));
  if (version) return { author, slug, skill, version };
  throw new ApiError('version_not_found', `${author}/${slug} has no version ${name ?? choice.tag}.`);
}
