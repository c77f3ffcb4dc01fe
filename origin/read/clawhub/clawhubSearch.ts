import { Slug } from '../../contract/fields.ts';
import { skillsOfName } from '../../store/skills/sameName.ts';
import { searched } from '../public/search.ts';
import type { Loader } from '../reading.ts';
import { semanticVersion } from './named.ts';

/** A skill that has exactly the name matches wholly. */
export const clawhubSearch: Loader<'clawhubSearch'> = async ({ view }, { q, limit, mode }) => {
  const found =
    mode === 'exact' ? await ofName() : (await searched(view, { q, types: ['skills'], limit })).found.skills;
  return {
    results: (found ?? []).map((skill) => ({
      slug: skill.slug,
      ownerHandle: skill.author,
      displayName: skill.slug,
      summary: skill.description,
      version: semanticVersion(skill),
      score: skill.score,
      downloads: skill.downloads_7d ?? 0,
    })),
  };

  async function ofName() {
    const slug = Slug.safeParse(q);
    const skills = slug.success ? await skillsOfName(view, slug.data, limit) : [];
    return skills.map((skill) => ({ ...skill, score: 1 }));
  }
};
