/** Skills by their slug alone, as programs of other registries name them. */
import { skillId } from '../../contract/grammar/ids.ts';
import { addressableSkills, type View, visibleSkills } from '../view.ts';
import { inOrder, listedSummaries, skillSummaries } from './skills.ts';

/** Authors that are named where several have a skill of one name. */
const authorsShown = 20;

/**
 * The authors of the skills of this name that the caller may see, by handle; where there is none, of those that may be
 * addressed, which then say why nobody may read them.
 */
export async function authorsOf(view: View, slug: string): Promise<string[]> {
  const ofName = (skills: ReturnType<typeof visibleSkills>) =>
    skills.where('skills.slug', '=', slug).select('owner.handle').orderBy('owner.handle').limit(authorsShown).execute();
  const seen = await ofName(visibleSkills(view));
  const rows =
    seen.length > 0 ? seen : await ofName(addressableSkills(view) as unknown as ReturnType<typeof visibleSkills>);
  return rows.flatMap(({ handle }) => (handle === null ? [] : [handle]));
}

export const skillsOfName = (view: View, slug: string, limit: number) =>
  skillSummaries(view, (skills) => skills.where('skills.slug', '=', slug).orderBy('owner.handle').limit(limit));

/** Above every character of a slug. */
const aboveAll = '~';

/** Those whose slug begins so, by slug, as a part of the index of slugs. `prefix` has nothing but characters of slugs. */
export const skillsFrom = (view: View, prefix: string, { limit, offset }: { limit: number; offset: number }) =>
  listedSummaries(view, (skills) =>
    inOrder(skills.where('skills.slug', '>=', prefix).where('skills.slug', '<', prefix + aboveAll), 'alpha')
      .limit(limit)
      .offset(offset),
  );

/** When the latest version of each of these came, in Unix seconds, by its skill's id. */
export async function latestTimes(
  view: View,
  skills: readonly { author: string; slug: string }[],
): Promise<Map<string, number>> {
  if (skills.length === 0) return new Map();
  const rows = await visibleSkills(view)
    .where('skills.slug', 'in', [...new Set(skills.map(({ slug }) => slug))])
    .where('owner.handle', 'in', [...new Set(skills.map(({ author }) => author))])
    .select(['owner.handle as author', 'skills.slug', 'latest.published_at'])
    .execute();
  return new Map(
    rows.map(({ author, slug, published_at }) => [skillId.format({ author: author ?? '', slug }), published_at]),
  );
}

export interface FileName {
  path: string;
  /** `sha256:…` of its bytes. */
  hash: string;
}

/** The files of these versions of a skill that the caller sees, by the hash of the version. */
export async function filesByVersion(
  view: View,
  { author, slug }: { author: string; slug: string },
  hashes: readonly string[],
): Promise<Map<string, FileName[]>> {
  if (hashes.length === 0) return new Map();
  const rows = await visibleSkills(view)
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .innerJoin('version_files', 'version_files.version_id', 'versions.id')
    .where('owner.handle', '=', author)
    .where('skills.slug', '=', slug)
    .where('versions.hash', 'in', hashes)
    .where('versions.withdrawn_at', 'is', null)
    .select(['versions.hash as version', 'version_files.path', 'version_files.hash'])
    .execute();
  return Map.groupBy(rows, ({ version }) => version) as Map<string, FileName[]>;
}
