/** Requests as the program makes them: through proxies, in bounded time and size, and again where that is safe. */
import { setTimeout as wait } from 'node:timers/promises';
import { type BodyInit, fetch } from 'undici';
import { readUpTo } from '../../../origin/contract/clients/bodies.ts';
import type { Sent } from '../../../origin/contract/clients/client.ts';
import { Failure, Unreachable } from '../failure.ts';
import { clientName } from '../version.ts';
import { dispatchers } from './dispatchers.ts';
import { messageFor, Silence, silenceAt } from './networkErrors.ts';

/**
 * Sends a request and reads its whole answer, whatever its status; a 304 is an answer. Rejects with `Unreachable`, with
 * `Failure` for a redirect elsewhere, and with the signal's reason.
 */
export type Transport = (request: Outgoing) => Promise<Response>;

/** `isBrief`: one try and little patience, where an answer can be done without. */
type Outgoing = Pick<Sent, 'url'> & Partial<Sent> & { isBrief?: boolean };

interface Options {
  environment: Record<string, string | undefined>;
  signal: AbortSignal;
  note(line: string): void;
}

/**
 * Milliseconds without a sign of life, from the first try to connect until headers, and then between two pieces of the
 * body: a slow answer that moves is waited for. A read that gets none is tried once more, so a peer that is silent costs
 * 16 s. What is sent once may have to wait its turn there, such as a publish.
 */
const patience = { brief: 2_000, repeatable: 8_000, once: 120_000 } as const;
/** Milliseconds that a host which was just found silent is not asked again. */
const silenceLasts = 10_000;
const tries = 3;
const triesAtSilent = 2;
const firstPause = 250;
/** The longest `Retry-After` that is waited for, in seconds: the limiter's windows last 60. */
const maxWait = 90;
/** The longest wait that nobody is told of, in seconds. */
const silentWait = 2;
const maxRedirects = 5;
/** Bytes of one answer, unpacked: more than any bundle in any form. */
const maxBytes = 64 * 1024 * 1024;
/** Methods that may be sent again when it is not known whether they arrived (RFC 9110, section 9.2.2). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE']);

export function createTransport({ environment, signal, note }: Options): Transport {
  const dispatcherOf = dispatchers(environment);
  /** By host, until when it is not asked again. */
  const silent = new Map<string, number>();

  async function once(request: Outgoing): Promise<Response> {
    const isRepeatable = repeatable.has(request.method ?? 'GET');
    const maxSilence = patience[request.isBrief ? 'brief' : isRepeatable ? 'repeatable' : 'once'];
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), maxSilence);
    try {
      return await exchange(request, AbortSignal.any([signal, silence.signal]), () => timer.refresh());
    } catch (error) {
      throw silence.signal.aborted ? new Silence() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** `sign` is called at each sign of life. */
  async function exchange(request: Outgoing, signal: AbortSignal, sign: () => void): Promise<Response> {
    const url = new URL(request.url);
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      headers: { ...request.headers, 'x-client-version': clientName, 'user-agent': clientName },
      ...(request.body && { body: request.body as BodyInit }),
      redirect: 'manual',
      dispatcher: dispatcherOf(url),
      signal,
    });
    const bytes = await readBounded(response.body, url, sign);
    const { status } = response;
    const headers = [...response.headers].filter(([name]) => !transferHeaders.has(name));
    return new Response(status === 304 || status === 204 ? null : bytes, { status, headers });
  }

  async function withRetries(request: Outgoing): Promise<Response> {
    const mayRepeat = repeatable.has(request.method ?? 'GET');
    const { host } = new URL(request.url);
    if ((silent.get(host) ?? 0) > Date.now()) throw new Unreachable(silenceAt(host));
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === tries || !mayRepeat || request.isBrief === true;
      let pause = firstPause * 2 ** (attempt - 1) * (1 + Math.random() / 2);
      try {
        const response = await once(request);
        if (isLast || (response.status !== 429 && response.status !== 503)) return response;
        const asked = secondsOf(response.headers.get('retry-after'));
        if (asked > maxWait) return response;
        if (asked > silentWait) note(`${new URL(request.url).host} asks to wait ${asked} s …`);
        pause = Math.max(pause, asked * 1000);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Failure) throw error;
        if (error instanceof Silence && (isLast || attempt === triesAtSilent)) {
          silent.set(host, Date.now() + silenceLasts);
          throw new Unreachable(silenceAt(host));
        }
        if (isLast) throw new Unreachable(messageFor(error, new URL(request.url)));
      }
      await wait(pause, undefined, { signal });
    }
  }

  return async (request) => {
    let { url } = request;
    for (let redirects = 0; ; redirects++) {
      const response = await withRetries({ ...request, url });
      const location = response.headers.get('location');
      const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null;
      if (!isRedirect) return response;
      url = sameHost(location, url);
      if (redirects === maxRedirects || (request.method ?? 'GET') !== 'GET') {
        throw new Failure(`${new URL(url).host} redirects in a loop. Ask its operator.`);
      }
    }
  };
}

/** What is true of the bytes on the wire and not of those that were unpacked. */
const transferHeaders: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

function sameHost(location: string, from: string): string {
  const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (target?.origin === new URL(from).origin) return target.href;
  throw new Failure(
    `${new URL(from).host} redirects to another address${target ? ` (${target.origin})` : ''}, which is not followed. If that is the registry, use --registry.`,
  );
}

async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  { host }: URL,
  sign: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  sign();
  const bytes = await readUpTo(maxBytes, body, sign);
  if (!bytes) throw new Failure(`${host} sent more than ${maxBytes >> 20} MB at once. It is not a registry.`);
  return bytes;
}

/** Whole seconds from now; an HTTP date is one as well (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
