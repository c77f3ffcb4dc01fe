/** A publish that is sent again because its answer was lost: its tickets are gone, and its version stands. */
import type { BundleFile } from '../../bundle/bundleFile.ts';
import { type ManifestFile, versionHash } from '../../bundle/manifest.ts';
import { ApiError } from '../../contract/errors.ts';
import { profileByHandle } from '../../store/people/people.ts';
import { blobReader } from '../../store/skills/blobs.ts';
import { skillBySlug } from '../../store/skills/skillChanges.ts';
import { standingVersion } from '../../store/skills/versions.ts';
import type { Writing } from '../writing.ts';

interface Named {
  author: string;
  slug: string;
  version: string;
}

/**
 * The files of the version where this account published just these under this label; else throws `error` on. Nobody learns
 * from it what somebody else has.
 */
export async function filesOfRepeated(
  { engine, caller }: Writing,
  { author, slug, version }: Named,
  announced: readonly ManifestFile[],
  error: unknown,
): Promise<BundleFile[]> {
  if (!(error instanceof ApiError && error.code === 'upload_invalid')) throw error;
  const { db } = engine;
  const owner = await profileByHandle(db, author);
  const skill = owner && (await skillBySlug(db, owner.id, slug));
  const same = skill && (await standingVersion(db, skill.id, versionHash(announced)));
  if (!same || same.label !== version || same.published_by !== caller.profileId) throw error;
  const blob = blobReader(engine);
  return Promise.all(announced.map(async ({ path, hash }) => ({ path, bytes: await blob(hash) })));
}
