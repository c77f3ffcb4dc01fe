/** Requests to both servers, each answer held against its own tag; and the times in which a server may be away. */
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { etagOf } from '../../origin/read/etag.ts';

export type Server = 'origin' | 'mirror';

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  token?: string;
  body?: object;
  gzip?: boolean;
}

interface Answered {
  status: number;
  etag: string;
  body: Buffer;
}

export interface Asking extends AsyncDisposable {
  /** Undefined where there was no whole answer. */
  ask(server: Server, path: string, asked?: Asked): Promise<Answered | undefined>;
  /** Whether it answers now, on a connection of its own. */
  isUp(server: Server): Promise<boolean>;
  /** From now on it may refuse, and `cut` what it answers, until the function that is returned is called. */
  away(server: Server, cut?: boolean): () => void;
  isAway(server: Server): boolean;
  /** What must never be, one line each. */
  wrong: string[];
  /** `refused`: nobody listened. `cut`: a connection that was there ended without a whole answer. */
  counts: Record<Server, { answers: number; refused: number; cut: number }>;
}

/** No client asks so often that it would be told to wait. */
let client = 0;
const anotherClient = () => `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client++ & 255}`;

export function openAsking(bases: Record<Server, string>): Asking {
  const agent = new Agent({ connections: 16, headersTimeout: 30_000, bodyTimeout: 30_000 });
  const absences: Record<Server, { until: number; cut: boolean }[]> = { origin: [], mirror: [] };
  const none = () => ({ answers: 0, refused: 0, cut: 0 });
  const counts = { origin: none(), mirror: none() };
  const wrong: string[] = [];
  const mayFail = (server: Server, since: number, isCut: boolean) =>
    absences[server].some(({ until, cut }) => until >= since && (cut || !isCut));

  const ask: Asking['ask'] = async (server, path, { method = 'GET', token, body, gzip } = {}) => {
    const began = performance.now();
    const where = `${method} ${server}${path}`;
    let status = 0;
    try {
      const answer = await request(bases[server] + path, {
        dispatcher: agent,
        method,
        headers: {
          'x-forwarded-for': anotherClient(),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(gzip && { 'accept-encoding': 'gzip' }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      status = answer.statusCode;
      const sent = Buffer.from(await answer.body.arrayBuffer());
      counts[server].answers += 1;
      const isEncoded = answer.headers['content-encoding'] === 'gzip';
      const plain = isEncoded ? gunzipSync(sent) : sent;
      const etag = String(answer.headers.etag ?? '').replace(/-gzip"$/, '"');
      if (etag && ![33, 31].some((bits) => etagOf(plain, bits as 33 | 31) === etag))
        wrong.push(`torn: ${where} answered ${status} with ${etag} on ${plain.length} other bytes`);
      return { status, etag, body: plain };
    } catch (error) {
      counts[server][(error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'cut'] += 1;
      if (!mayFail(server, began, status > 0))
        wrong.push(`${status ? 'cut' : 'refused'}: ${where}: ${(error as Error).message}`);
      // Who acknowledged by its first line has acknowledged.
      return status && method !== 'GET' ? { status, etag: '', body: Buffer.alloc(0) } : undefined;
    }
  };
  return {
    ...{ ask, wrong, counts },
    isUp: async (server) => {
      const answer = await fetch(`${bases[server]}/api/v1/skills?limit=1`, {
        headers: { connection: 'close', 'x-forwarded-for': anotherClient() },
      }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      return answer?.status === 200;
    },
    away: (server, cut = true) => {
      const absence = { until: Number.POSITIVE_INFINITY, cut };
      absences[server].push(absence);
      return () => {
        absence.until = performance.now();
      };
    },
    isAway: (server) => absences[server].some(({ until }) => until === Number.POSITIVE_INFINITY),
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}
