/** The app's server: on loopback alone, at a port of the system's choice. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readUpTo } from '../../../origin/contract/clients/bodies.ts';
import { cookieOf, hasKey, hasSession, isFromOwnPage, newSecrets, newTicket, refusal, type Secrets } from './guard.ts';

export interface Answer {
  status: number;
  type: string;
  body: string;
  /** Where to go from here. */
  location?: string;
  cookie?: string;
}

/** What the pages are made by. `path` is without `base`, and begins with no slash. */
export interface Pages {
  get(path: string, query: URLSearchParams): Promise<Answer>;
  post(path: string, form: URLSearchParams): Promise<Answer>;
}

export interface Serving {
  port: number;
  key: string;
  /** An address that opens the app once. */
  newAddress(): string;
  /** Seconds since a page was last asked for; 0 while one is being made. */
  idleFor(): number;
  close(): Promise<void>;
}

/** Bytes of a form. */
const maxForm = 8 * 1024;

/** Styles are our own; nothing runs, nothing comes from elsewhere, and no page has another in it. */
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const headers = {
  'content-security-policy': policy,
  // To other origins nothing. With `no-referrer` browsers would hide the origin of our own forms too.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const plain = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body });

/** `pagesAt` is given the path of the pages, which ends with a slash. */
export async function serve(pagesAt: (base: string) => Pages): Promise<Serving> {
  const secrets = newSecrets();
  const pages = pagesAt(secrets.base);
  let [busy, last] = [0, Date.now()];
  const server = createServer({ requestTimeout: 30_000 }, async (request, response) => {
    const answer = await answerTo(request, { secrets, pages, host: `127.0.0.1:${portOf()}`, during }).catch(
      (error: unknown) => plain(500, `Something went wrong: ${(error as Error).message}`),
    );
    send(request, response, answer);
  });
  const portOf = () => (server.address() as AddressInfo | null)?.port ?? 0;
  const during = async (work: () => Promise<Answer>): Promise<Answer> => {
    busy += 1;
    try {
      return await work();
    } finally {
      busy -= 1;
      last = Date.now();
    }
  };
  server.maxConnections = 64;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(),
    key: secrets.key,
    newAddress: () => `http://127.0.0.1:${portOf()}/${newTicket(secrets)}`,
    idleFor: () => (busy > 0 ? 0 : (Date.now() - last) / 1000),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Door {
  secrets: Secrets;
  pages: Pages;
  host: string;
  /** Runs what a person asked for: the app is not idle meanwhile. */
  during(work: () => Promise<Answer>): Promise<Answer>;
}

async function answerTo(request: IncomingMessage, { secrets, pages, host, during }: Door): Promise<Answer> {
  const { method, url = '' } = request;
  const { base, tickets } = secrets;
  const refused = refusal(request, host);
  if (refused) return plain(...refused);
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/tickets' && method === 'POST')
    return hasKey(request, secrets) ? plain(200, newTicket(secrets)) : plain(403, needsTicket);
  if (method === 'GET' && tickets.delete(path.slice(1)))
    return { ...plain(303, ''), location: base, cookie: cookieOf(secrets) };
  if (!path.startsWith(base) || !hasSession(request, secrets)) return plain(403, needsTicket);
  const below = path.slice(base.length);
  if (method !== 'POST') return during(() => pages.get(below, new URLSearchParams(query)));
  if (!isFromOwnPage(request, host)) return plain(403, 'Forms are sent from the app’s own pages alone.');
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
    return plain(415, 'This is not a form of the app.');
  const text = await formOf(request);
  if (text === undefined) return plain(413, 'This form is too large.');
  return during(() => pages.post(below, new URLSearchParams(text)));
}

const needsTicket = 'Run `skill-registry app` for an address that opens this app. Each works once.';

async function formOf(request: IncomingMessage): Promise<string | undefined> {
  const bytes = await readUpTo(maxForm, request);
  return bytes && Buffer.from(bytes.buffer).toString();
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, type, body, location, cookie } = answer;
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    ...(location && { location }),
    ...(cookie && { 'set-cookie': cookie }),
    // What was not read of a body is not read any more.
    ...(!request.complete && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
