/** Mirror and origin as places to download from, waited for as long as they ask. */
import { RegistryError } from '../../../origin/contract/client.ts';
import { apiPrefix, bucketWindow } from '../../../origin/contract/operations/row.ts';
import { operations } from '../../../origin/contract/operations.ts';
import { pages } from '../../../origin/contract/pages.ts';
import type { Registry } from '../registry.ts';
import { namesOf } from './manifest.ts';

/** GET of a path of the registry. Errors: those of `registry.get`. */
export type Source = (path: string) => Promise<Response>;

type Pause = (seconds: number) => Promise<void>;

export const sourcesOf = ({ mirrorUrl, originUrl, get }: Registry, pause: Pause) => ({
  mirror: patient((path) => get(mirrorUrl + path), pause),
  origin: patient((path) => get(originUrl + path, { token: true }), pause),
});

/** Refusals of one request for being too many that are waited out; then it counts as an answer. */
const patience = 10;
const maxPause = 2 * bucketWindow;

const patient =
  (get: Source, pause: Pause): Source =>
  async (path) => {
    for (let refusals = 0; ; refusals += 1) {
      try {
        return await get(path);
      } catch (error) {
        if (!isTooMany(error) || refusals === patience) throw error;
        await pause(Math.min(maxPause, Number(error.body['retry_after']) || bucketWindow / 4));
      }
    }
  };

const isTooMany = (error: unknown): error is RegistryError => error instanceof RegistryError && error.status === 429;

interface VersionName {
  skill_id: string;
  hash: string;
}

type OfVersion = 'listSkillVersionFiles' | 'getSkillVersionFile' | 'getSkillVersionBundle';

export const versionPath = (id: OfVersion, version: VersionName): string =>
  apiPrefix + filled(operations[id].path, version);

export const archivePath = (version: VersionName): string =>
  filled(pages.versionArchive.path, { ...version, hash: version.hash.replace('sha256:', '') });

function filled(path: string, { skill_id, hash }: VersionName): string {
  const { author, slug } = namesOf(skill_id);
  return path.replace('{author}', author).replace('{slug}', slug).replace('{hash}', hash);
}
