/** Mirror and origin as places to download from, waited for as long as they ask. */
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { bucketWindow } from '../../../../origin/contract/operations/row.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import { pagePath } from '../../../../origin/contract/pages.ts';
import { namesIn } from '../../reference.ts';
import type { Registry } from '../../registry/registry.ts';

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

export const versionPath = (id: OfVersion, { skill_id, hash }: VersionName): string =>
  operationPath(id, { ...namesIn(skill_id), hash });

export const archivePath = ({ skill_id, hash }: VersionName): string =>
  pagePath('versionArchive', { ...namesIn(skill_id), hash });
