/** Requests as the program makes them: through proxies, in bounded time and size, and again where that is safe. */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici-7';
import { isLoopback } from './address.ts';
import { exitCodes, Failure, Unreachable } from './failure.ts';
import { sentenceFor } from './unreachable.ts';
import { clientName } from './version.ts';

/**
 * Sends a request and reads its whole answer, whatever its status; a 304 is an answer. Rejects with `Unreachable`, with
 * `Failure` for a redirect elsewhere, and with the signal's reason.
 */
export type Transport = (request: Sent) => Promise<Response>;

interface Sent {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

interface Options {
  environment: Record<string, string | undefined>;
  signal: AbortSignal;
  note(line: string): void;
}

/** Times in milliseconds. */
const patience = { connect: 10_000, headers: 30_000, body: 30_000 } as const;
const tries = 3;
const firstPause = 250;
/** The longest `Retry-After` that is waited for, in seconds: the limiter's windows last 60. */
const longestWait = 90;
/** The longest wait that nobody is told of, in seconds. */
const silentWait = 2;
const mostRedirects = 5;
/** Bytes of one answer, unpacked: more than any bundle in any form. */
const mostBytes = 64 * 1024 * 1024;
/** Methods that may be sent again when it is not known whether they arrived (RFC 9110, section 9.2.2). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE']);

export function createTransport({ environment, signal, note }: Options): Transport {
  const dispatcherOf = dispatchers(environment);

  async function once(request: Sent): Promise<Response> {
    const url = new URL(request.url);
    const method = request.method ?? 'GET';
    const response = await fetch(url, {
      method,
      headers: { ...request.headers, 'x-client-version': clientName, 'user-agent': clientName },
      ...(request.body && { body: request.body }),
      redirect: 'manual',
      dispatcher: dispatcherOf(url),
      signal,
    });
    const bytes = await readBounded(response.body, url);
    const { status } = response;
    const headers = [...response.headers].filter(([name]) => !transferHeaders.has(name));
    return new Response(status === 304 || status === 204 ? null : bytes, { status, headers });
  }

  async function withRetries(request: Sent): Promise<Response> {
    const mayRepeat = repeatable.has(request.method ?? 'GET');
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === tries || !mayRepeat;
      let pause = firstPause * 2 ** (attempt - 1) * (1 + Math.random() / 2);
      try {
        const response = await once(request);
        if (isLast || (response.status !== 429 && response.status !== 503)) return response;
        const asked = secondsOf(response.headers.get('retry-after'));
        if (asked > longestWait) return response;
        if (asked > silentWait) note(`${new URL(request.url).host} asks to wait ${asked} s …`);
        pause = Math.max(pause, asked * 1000);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Failure) throw error;
        if (isLast) throw new Unreachable(sentenceFor(error, new URL(request.url)));
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
      if (redirects === mostRedirects || (request.method ?? 'GET') !== 'GET') {
        throw new Failure(`${new URL(url).host} sends requests in circles: ask whoever runs it.`);
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
    `${new URL(from).host} redirects to another address${target ? ` (${target.origin})` : ''}, which is not followed: if that is the registry, name it with --registry.`,
  );
}

async function readBounded(body: AsyncIterable<Uint8Array> | null, { host }: URL): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body ?? []) {
    total += chunk.length;
    if (total > mostBytes)
      throw new Failure(`${host} sends more than ${mostBytes >> 20} MB at once: it is no registry.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Whole seconds from now; an HTTP date is one as well (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** The machine's own servers are never reached by way of another: what is sent to them must not leave it. */
function dispatchers(environment: Options['environment']): (url: URL) => Dispatcher {
  const agent = {
    connect: { timeout: patience.connect },
    headersTimeout: patience.headers,
    bodyTimeout: patience.body,
  };
  const either = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  let direct: Dispatcher | undefined;
  let proxied: Dispatcher | undefined;
  const throughProxy = () => {
    const [httpProxy, httpsProxy] = [either('http_proxy'), either('https_proxy')].map(proxyAddress);
    const noProxy = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
    return new EnvHttpProxyAgent({ ...agent, httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy });
  };
  return (url) => {
    if (isLoopback(url)) {
      direct ??= new Agent(agent);
      return direct;
    }
    proxied ??= throughProxy();
    return proxied;
  };
}

function proxyAddress(text: string): string {
  if (text === '') return '';
  const address = text.includes('://') ? text : `http://${text}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new Failure('The proxy that HTTP_PROXY or HTTPS_PROXY names is no http address.', exitCodes.usage);
}
