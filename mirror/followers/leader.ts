/** The registry that is followed, over HTTP alone and without a credential. */
import { operationPath } from '../../origin/contract/operations.ts';

/** Bytes of a pack, which has four megabytes of files or one file. */
const longest = 64 * 2 ** 20;
/** Milliseconds for one answer, over a slow line. */
const patience = 300_000;

/** It can't be had now. */
export class LeaderAway extends Error {
  /** Milliseconds that it asks to be left alone for. */
  readonly wait: number;

  constructor(message: string, wait = 0) {
    super(message);
    this.wait = wait;
  }
}

export type Ask = (after: string | undefined) => Promise<Uint8Array>;

/** Asks a registry for what changed after a cursor. Errors: `LeaderAway`. */
export const askLeader =
  (base: string, signal: AbortSignal): Ask =>
  async (after) => {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    const url = `${base}${operationPath('listSnapshotChanges', {})}${query}`;
    try {
      const answer = await fetch(url, {
        headers: { accept: 'application/x-ndjson', 'user-agent': 'skill-registry follower' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      if (!answer.ok) {
        const said = (await answer.text()).slice(0, 300);
        const seconds = Number(answer.headers.get('retry-after') ?? 0);
        throw new LeaderAway(`${url} answers ${answer.status}: ${said}`, Math.min(60, seconds || 0) * 1000);
      }
      return await bounded(answer);
    } catch (error) {
      if (error instanceof LeaderAway) throw error;
      const { message, cause } = error as Error;
      throw new LeaderAway(`${base} can’t be reached: ${(cause as Error | undefined)?.message ?? message}`);
    }
  };

async function bounded({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > longest) throw new LeaderAway(`An answer has more than ${longest} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
