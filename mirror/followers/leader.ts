/** The registry that is followed, over HTTP alone and without a credential. */
import { setTimeout as wait } from 'node:timers/promises';
import { readUpTo } from '../../origin/contract/clients/bodies.ts';
import { operationPath } from '../../origin/contract/operations.ts';

/** Bytes of a pack, which has four megabytes of files or one file. */
const longest = 64 * 2 ** 20;
/** Milliseconds for one answer, over a slow line. */
const patience = 300_000;

/** It can't be had now. */
export class LeaderAway extends Error {}

/** Milliseconds that a leader which asks for a rest is left alone, and how often in a row. */
const [longestRest, mostRests] = [60_000, 10];

/** `whole`: of what is chosen, these skills alone. */
export type Ask = (after: string | undefined, whole?: readonly number[]) => Promise<Uint8Array>;

/**
 * Asks a registry for what changed after a cursor, of what `only` chooses if that is given, as often as it lets itself be asked: what takes many answers would begin from the
 * start otherwise. Errors: `LeaderAway`.
 */
export const askLeader =
  (base: string, signal: AbortSignal, only?: string): Ask =>
  async (after, whole) => {
    const asked = { after, only, whole: whole?.join(',') };
    const given = Object.entries(asked).filter((one): one is [string, string] => one[1] !== undefined);
    const query = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    const url = `${base}${operationPath('listSnapshotChanges', {})}${query}`;
    for (let rests = 0; ; rests += 1) {
      const answer = await fetched(base, url, signal);
      if (answer instanceof Uint8Array) return answer;
      const seconds = Number(answer.headers.get('retry-after') ?? 0);
      const said = (await answer.text().catch(() => '')).slice(0, 300);
      if (!(seconds > 0) || rests === mostRests) throw new LeaderAway(`${url} answers ${answer.status}: ${said}`);
      await wait(Math.min(longestRest, seconds * 1000), undefined, { signal });
    }
  };

/** The bytes, or an answer that is none. */
async function fetched(base: string, url: string, signal: AbortSignal): Promise<Uint8Array | Response> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/octet-stream', 'user-agent': 'skill-registry follower' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    return answer.ok ? await bounded(answer) : answer;
  } catch (error) {
    if (error instanceof LeaderAway) throw error;
    const { message, cause } = error as Error;
    throw new LeaderAway(`${base} can’t be reached: ${(cause as Error | undefined)?.message ?? message}`);
  }
}

async function bounded({ body }: Response): Promise<Uint8Array> {
  const bytes = await readUpTo(longest, body);
  if (!bytes) throw new LeaderAway(`An answer has more than ${longest} bytes.`);
  return bytes;
}
