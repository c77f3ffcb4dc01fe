/** What is asked of a registry about its transparency log. */
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { pages } from '../../../../origin/contract/pages.ts';
import { tilePath } from '../../../../origin/log/tile.ts';
import type { ReadTile } from '../../../../origin/log/tree.ts';
import { Unreachable } from '../../failure.ts';
import { IntegrityError, readBounded } from '../../sync/download/boundedBody.ts';
import type { Registry } from '../registry.ts';
import { isAway } from './away.ts';

/** Bytes: a proof has 63 hashes and an entry, a tile 256 hashes. */
const longest = 64 * 1024;

/** Milliseconds between two looks for the proof of a version that was just published, and for how long. */
export const [askEvery, patience] = [500, 5000];

/** A version that everyone sees, and that is in no log. */
export class NotInLog extends IntegrityError {}

/** The newest checkpoint, as a note that nobody verified. `isBrief` gives up soon. */
export const askForCheckpoint = (registry: Registry, { isBrief = false } = {}): Promise<string> =>
  eitherOf(registry, (base) => textAt(registry, base + pages.logCheckpoint.path, isBrief));

/** Its tiles, each asked for once. */
export function tilesOf(registry: Registry): ReadTile {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return (tile) => {
    const path = tilePath(tile);
    const bytes = tiles.get(path) ?? askForTile(registry, path);
    tiles.set(path, bytes);
    return bytes;
  };
}

const askForTile = (registry: Registry, path: string): Promise<Uint8Array> =>
  eitherOf(registry, (base) => bytesAt(registry, base + pages.logTile.path.replace('{tile}', path)));

/**
 * The proof of a version, by its path at these hosts, waited for where it may be just published, and is not `isSettled`. Undefined of what nobody sees
 * without a token: it is in no log. Errors: `NotInLog` of a version that everyone sees and that stays without one.
 */
export async function askForProof(
  registry: Registry,
  { hosts, path, isSettled = false }: { hosts: readonly string[]; path: string; isSettled?: boolean },
): Promise<string | undefined> {
  for (const started = performance.now(); ; ) {
    const codes = new Set<string>();
    for (const base of hosts) {
      try {
        return await textAt(registry, base + path);
      } catch (error) {
        const isMissing = error instanceof RegistryError && error.status === 404;
        // The other may be there.
        if (!isMissing && !(error instanceof Unreachable && base !== registry.originUrl)) throw error;
        if (isMissing) codes.add(error.code);
      }
    }
    if (!codes.has('proof_not_found')) return undefined;
    if (isSettled || performance.now() - started > patience)
      throw new NotInLog('its transparency log does not have this version');
    await new Promise((resolve) => setTimeout(resolve, askEvery));
  }
}

/** What the mirror answers, or the origin where that has nothing yet or is away. */
export async function eitherOf<T>(
  { mirrorUrl, originUrl }: Pick<Registry, 'mirrorUrl' | 'originUrl'>,
  read: (base: string) => Promise<T>,
): Promise<T> {
  try {
    return await read(mirrorUrl);
  } catch (error) {
    if (isAway(error) && mirrorUrl !== originUrl) return read(originUrl);
    throw error;
  }
}

/** Errors: `Unreachable` also where a page comes, as those of proxies and of networks that want a sign-in. */
export async function answerAt({ get }: Registry, url: string, isBrief = false): Promise<Response> {
  const answer = await get(url, { isBrief });
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
  throw new Unreachable(`${new URL(url).host} answered with a page, not like a registry. Try again in a moment.`);
}

const bytesAt = async (registry: Registry, url: string, isBrief = false): Promise<Uint8Array> =>
  readBounded(await answerAt(registry, url, isBrief), longest);

async function textAt(registry: Registry, url: string, isBrief = false): Promise<string> {
  const bytes = await bytesAt(registry, url, isBrief);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new IntegrityError('an answer of its transparency log is no text');
  }
}
