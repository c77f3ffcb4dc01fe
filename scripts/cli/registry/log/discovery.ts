/** What a registry says of its transparency log. */
import { RegistryError } from '../../../../origin/contract/client.ts';
import { pages } from '../../../../origin/contract/pages.ts';
import { Unreachable } from '../../failure.ts';
import { IntegrityError, readJson } from '../../sync/download/boundedBody.ts';
import type { Registry } from '../registry.ts';

export interface ToldLog {
  origin: string;
  verifier: string;
  /** Each key that it had, from the first. */
  history: { origin: string; verifier: string; statement?: string }[];
}

const longest = 1024 * 1024;

/** Undefined of a registry without one: of an earlier release, or that has published nothing yet. */
export async function askForLog({ get, mirrorUrl, originUrl }: Registry): Promise<ToldLog | undefined> {
  const path = pages.registryDiscovery.path;
  try {
    const answer = await get(mirrorUrl + path).catch((error) => {
      if (error instanceof Unreachable) return get(originUrl + path);
      throw error;
    });
    const { log } = ((await readJson(answer, longest)) ?? {}) as { log?: Partial<ToldLog> };
    if (log === undefined) return undefined;
    const { origin, verifier, history } = log;
    if (typeof origin === 'string' && typeof verifier === 'string' && Array.isArray(history))
      return { origin, verifier, history };
    throw new IntegrityError('what it says of its transparency log can’t be read');
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}
