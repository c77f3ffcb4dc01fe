/**
 * A discovery index of skills (version 0.2.0): for each, an artifact and the SHA-256 that the client checks it by. The
 * artifacts are addressed by version, so an index and what it lists can't drift apart, and without a host, so the
 * bytes are the same wherever they are served.
 */
import { skillsIndexSchema } from '../../../contract/clients/discovery.ts';
import { limits } from '../../../contract/fields.ts';
import { pagePath } from '../../../contract/pages.ts';
import { type Artifact, artifactsOf } from '../../../store/skills/artifacts.ts';
import { type View, visibleSkills } from '../../../store/view.ts';

export interface Listed {
  author: string;
  slug: string;
  /** The row id of the version to install. */
  versionId: number;
  /** What it is installed as; the slug unless another skill of the index has that. */
  name?: string;
}

/** The index of these versions, in this order. No two may have one name. */
export async function skillsIndex(view: View, listed: readonly Listed[]): Promise<string> {
  const artifacts = await artifactsOf(
    view.db,
    listed.map(({ versionId }) => versionId),
  );
  const skills = listed.flatMap((skill) => {
    const artifact = artifacts.get(skill.versionId);
    return artifact ? [entryOf(skill, artifact)] : [];
  });
  return JSON.stringify({ $schema: skillsIndexSchema, skills });
}

function entryOf({ author, slug, name = slug }: Listed, artifact: Artifact) {
  const at = { author, slug, hash: artifact.hash };
  const description = shortened(artifact.description);
  return artifact.hasMoreFiles
    ? { name, type: 'archive', description, url: pagePath('versionArchive', at), digest: artifact.bundleDigest }
    : { name, type: 'skill-md', description, url: pagePath('versionMarkdown', at), digest: artifact.skillMdDigest };
}

/** Clients drop an entry whose description is longer, and count UTF-16 units where we count characters. */
const shortened = (text: string) => text.slice(0, limits.descriptionLength).replace(/[\uD800-\uDBFF]$/, '');

/** The index of a profile's skills that are not deprecated, by their slug; empty where nobody has the handle. */
export async function authorIndex(view: View, author: string): Promise<string> {
  const skills = await visibleSkills(view)
    .where('owner.handle', '=', author)
    .where('skills.deprecated', '=', 0)
    .select(['skills.slug', 'latest.id as versionId'])
    .orderBy('skills.slug')
    .execute();
  return skillsIndex(
    view,
    skills.map((skill) => ({ author, ...skill })),
  );
}
