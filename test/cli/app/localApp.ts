/** `skill-registry app` on a machine, and what a browser or something else asks of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { Machine } from '../machine.ts';
import { program } from '../program.ts';

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LocalApp extends AsyncDisposable {
  /** What it printed: it opens the pages once. */
  address: string;
  child: ChildProcess;
  /** The exit code or the signal, and what it said. */
  ended: Promise<{ by: number | string; stderr: string }>;
}

/** Started as in a shell; waits until it has printed an address. */
export async function startApp(machine: Machine, ...options: string[]): Promise<LocalApp> {
  const child = spawn(process.execPath, [program, 'app', '--print', ...options], {
    cwd: machine.home,
    env: machine.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text;
  });
  const ended = new Promise<{ by: number | string; stderr: string }>((resolve) =>
    child.on('close', (code, signal) => resolve({ by: code ?? signal ?? 'gone', stderr: said.stderr })),
  );
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said.stdout += text;
      if (said.stdout.includes('\n')) resolve(said.stdout.trim());
    });
    child.on('close', () => reject(new Error(`It ended: ${said.stderr}`)));
  });
  return {
    address,
    child,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** One request, with any headers, such as another host. */
export function ask(address: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', reject).end(body);
  });
}

/** A browser that has opened the app. Paths are below the pages. */
export interface Visitor {
  origin: string;
  /** The path of the pages. */
  base: string;
  cookie: string;
  get(path?: string, sent?: Sent): Promise<Got>;
  /** Sends a form as the app's pages do, and follows to what it leads to. */
  post(path: string, fields?: Record<string, string>): Promise<Got>;
}

export async function visit(address: string): Promise<Visitor> {
  const { origin } = new URL(address);
  const opened = await ask(address);
  const [cookie = ''] = (opened.headers['set-cookie']?.[0] ?? '').split(';');
  const base = opened.headers.location ?? '';
  const get = (path = '', { headers, ...sent }: Sent = {}) =>
    ask(origin + base + path, { ...sent, headers: { cookie, ...headers } });
  return {
    origin,
    base,
    cookie,
    get,
    post: async (path, fields = {}) => {
      const headers = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await get(path, { method: 'POST', headers, body: String(new URLSearchParams(fields)) });
      return answer.status === 303 ? ask(origin + answer.headers.location, { headers: { cookie } }) : answer;
    },
  };
}

/** The text of a page, without its markup. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
