/** One request to a cache, bounded in time and size. */
import { request } from 'undici';
import { readUpTo } from '../../origin/contract/clients/bodies.ts';
import { PurgeFailed } from './purge.ts';

interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Milliseconds for a whole answer, bytes of it that are read, and milliseconds that a cache may ask for at most. */
const [patience, largest, longestWait] = [5000, 64 * 1024, 60_000];

/** The body of an answer 2xx. Errors: `PurgeFailed`; neither address nor headers stand in it. */
export async function ask({ method, url, headers, body, signal }: Asked): Promise<string> {
  const late = AbortSignal.timeout(patience);
  try {
    const answer = await request(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, late]),
    });
    const bytes = await readUpTo(largest, answer.body);
    if (!bytes) throw new PurgeFailed('Its answer is too long.');
    const { statusCode: status } = answer;
    if (status < 200 || status > 299)
      throw new PurgeFailed(`It answers ${status}${hint(status)}.`, waitIn(answer.headers));
    return Buffer.from(bytes.buffer).toString();
  } catch (error) {
    if (error instanceof PurgeFailed) throw error;
    if (late.aborted) throw new PurgeFailed('It takes too long to answer.');
    const { code, name } = error as NodeJS.ErrnoException;
    throw new PurgeFailed(`It can’t be reached: ${code ?? name}.`);
  }
}

const hint = (status: number): string => {
  if (status === 401 || status === 403) return ': CDN_TOKEN is wrong, or may not purge';
  return status === 404 ? ': CDN_TARGET names nothing there' : '';
};

/** Seconds, as all of these caches say it. */
function waitIn(headers: Record<string, string | string[] | undefined>): number | undefined {
  const seconds = Number(headers['retry-after']);
  return seconds > 0 ? Math.min(seconds * 1000, longestWait) : undefined;
}
