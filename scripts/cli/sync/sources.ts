/** Mirror and origin as places to download from, each asked no more than it says it answers. */
import { RegistryError } from '../../../origin/contract/client.ts';
import { apiPrefix, buckets, bucketWindow } from '../../../origin/contract/operations/row.ts';
import { operations } from '../../../origin/contract/operations.ts';
import type { Registry } from '../registry.ts';
import { namesOf } from './manifest.ts';

export interface Source {
  /** GET below the API's prefix. Waits as the registry asks. Errors: those of `registry.get`. */
  get(path: string): Promise<Response>;
  /** The same, for what counts as heavy. */
  bundle(path: string): Promise<Response>;
  /** Whether one more bundle stays within what the registry gives in a minute. Saying yes takes one. */
  mayBundle(): boolean;
}

type Pause = (seconds: number) => Promise<void>;

export const sourcesOf = ({ mirrorUrl, originUrl, get }: Registry, pause: Pause) => ({
  mirror: sourceAt(`${mirrorUrl}${apiPrefix}`, (url) => get(url), pause),
  origin: sourceAt(`${originUrl}${apiPrefix}`, (url) => get(url, { token: true }), pause),
});

/** Refusals of one request for being too many that are waited out; then it counts as an answer. */
const patience = 10;
const longestPause = 2 * bucketWindow;

function sourceAt(root: string, get: (url: string) => Promise<Response>, pause: Pause): Source {
  const budget = { quota: buckets.heavy as number, used: 0, windowEnds: 0 };
  const patient = async (path: string): Promise<Response> => {
    for (let refusals = 0; ; refusals += 1) {
      try {
        return await get(root + path);
      } catch (error) {
        if (!isTooMany(error) || refusals === patience) throw error;
        await pause(Math.min(longestPause, Number(error.body['retry_after']) || bucketWindow / 4));
      }
    }
  };
  return {
    get: patient,
    bundle: async (path) => {
      const response = await patient(path);
      const quota = Number(response.headers.get('ratelimit-limit'));
      if (quota > 0) budget.quota = quota;
      return response;
    },
    mayBundle: () => {
      const now = Date.now() / 1000;
      if (now >= budget.windowEnds) Object.assign(budget, { used: 0, windowEnds: now + bucketWindow });
      if (budget.used >= budget.quota) return false;
      budget.used += 1;
      return true;
    },
  };
}

const isTooMany = (error: unknown): error is RegistryError => error instanceof RegistryError && error.status === 429;

type OfVersion = 'listSkillVersionFiles' | 'getSkillVersionFile' | 'getSkillVersionBundle' | 'getSkillVersionSignature';

/** Below the API's prefix. */
export function versionPath(id: OfVersion, { skill_id, hash }: { skill_id: string; hash: string }): string {
  const { author, slug } = namesOf(skill_id);
  return operations[id].path.replace('{author}', author).replace('{slug}', slug).replace('{hash}', hash);
}
