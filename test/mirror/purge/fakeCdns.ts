/**
 * The purge endpoints of CDNs on this machine: each refuses what its documentation does not allow, and answers as that
 * says, or misbehaves as it is told.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { cloudflare } from '../../../mirror/purge/cloudflare.ts';
import { cloudfront } from '../../../mirror/purge/cloudfront.ts';
import { fastly } from '../../../mirror/purge/fastly.ts';
import type { Purge } from '../../../mirror/purge/purge.ts';
import { varnish } from '../../../mirror/purge/varnish.ts';

export type Mood = 'well' | 'busy' | 'broken' | 'cut' | 'silent' | 'unconvinced' | 'refusing';

export interface FakeCdn extends AsyncDisposable {
  purge: Purge;
  /** Tags of each call that was acknowledged. */
  purged: string[][];
  /** What broke the documented form, a sentence each. */
  problems: string[];
  /** Calls, acknowledged or not. */
  calls: number;
  /** What it does with the next calls; well again after. */
  moods: Mood[];
}

interface Documented {
  purge(url: string): Purge;
  /** The tags of a call; throws what is wrong with it. */
  read(request: IncomingMessage, body: string, url: string): Promise<string[]>;
  answer(tags: readonly string[], isConvinced: boolean): [status: number, body: string];
}

export const secret = 'a-secret-of-the-tests-0123456789';

const must = (condition: unknown, sentence: string): void => {
  if (!condition) throw new Error(sentence);
};

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: secret };

const documented: Record<string, Documented> = {
  varnish: {
    purge: (url) => varnish(url, secret),
    read: async ({ method, url, headers }) => {
      must(method === 'PURGE' && url === '/', `not PURGE /: ${method} ${url}`);
      must(headers.authorization === `Bearer ${secret}`, 'the token');
      const tags = String(headers['surrogate-key']);
      must(tags.length <= 7000, `a header of ${tags.length} bytes`);
      return tags.split(' ');
    },
    answer: (tags, isConvinced) => [200, isConvinced ? `purged ${tags.length}` : '<html>'],
  },
  fastly: {
    purge: (url) => fastly('SU1Z0isxPaozGVKXdv0eY', secret, url),
    read: async ({ method, url, headers }, body) => {
      must(method === 'POST' && url === '/service/SU1Z0isxPaozGVKXdv0eY/purge', `not its endpoint: ${method} ${url}`);
      must(headers['fastly-key'] === secret, 'the key');
      must(headers['fastly-soft-purge'] === undefined, 'a soft purge leaves what is stale');
      const { surrogate_keys: tags } = JSON.parse(body);
      must(tags.length <= 256, `${tags.length} keys`);
      must(
        tags.every((tag: string) => tag.length <= 1024 && !/\s/.test(tag)),
        'a key',
      );
      return tags;
    },
    answer: (tags, isConvinced) => [
      200,
      JSON.stringify(isConvinced ? Object.fromEntries(tags.map((tag, at) => [tag, `1-${at}`])) : {}),
    ],
  },
  cloudflare: {
    purge: (url) => cloudflare('023e105f4ecef8ad9ca31a8372d0c353', secret, url),
    read: async ({ method, url, headers }, body) => {
      const endpoint = '/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/purge_cache';
      must(method === 'POST' && url === endpoint, `not its endpoint: ${method} ${url}`);
      must(
        headers.authorization === `Bearer ${secret}` && headers['content-type'] === 'application/json',
        'the headers',
      );
      const { tags, ...others } = JSON.parse(body);
      must(Object.keys(others).length === 0 && tags.length <= 30, `${tags.length} tags`);
      must(
        tags.every((tag: string) => tag.length <= 1024 && /^[!-+\--~]+$/.test(tag)),
        'a tag',
      );
      return tags;
    },
    answer: (_, success) => [200, JSON.stringify({ success, errors: [], messages: [], result: { id: '1' } })],
  },
  cloudfront: {
    purge: (url) => cloudfront('EDFDVBD6EXAMPLE', keys, url),
    read: async ({ method = '', url = '', headers }, body, base) => {
      must(
        method === 'POST' && url === '/2020-05-31/distribution/EDFDVBD6EXAMPLE/invalidation',
        `not its endpoint: ${method} ${url}`,
      );
      const datetime = String(headers['x-amz-date']);
      const signed = await new AwsV4Signer({
        ...{ method, url: base + url, body, ...keys, datetime, service: 'cloudfront', region: 'us-east-1' },
        headers: { 'content-type': String(headers['content-type']) },
      }).sign();
      must(signed.headers.get('authorization') === headers.authorization, 'the signature');
      const form =
        /^<\?xml version="1.0" encoding="UTF-8"\?>\n<InvalidationBatch xmlns="http:\/\/cloudfront.amazonaws.com\/doc\/2020-05-31\/"><CallerReference>[\w-]+<\/CallerReference><Paths><Items>(.*)<\/Items><Quantity>(\d+)<\/Quantity><\/Paths><\/InvalidationBatch>$/;
      const [, items = '', quantity] = form.exec(body) ?? [];
      const paths = [...items.matchAll(/<Path>(.*?)<\/Path>/g)].map(([, path = '']) => path);
      must(paths.length > 0 && paths.length === Number(quantity) && paths.length <= 3000, `${quantity} paths`);
      must(
        paths.every((path) => /^#[!-+\--~]{1,256}$/.test(path)),
        'a tag',
      );
      return paths.map((path) => path.slice(1));
    },
    answer: (_, isConvinced) => [isConvinced ? 201 : 400, '<Invalidation><Id>I1</Id></Invalidation>'],
  },
};

export const cdnNames = Object.keys(documented);

export async function startFakeCdn(name: string): Promise<FakeCdn> {
  const rules = documented[name] as Documented;
  const fake = { purged: [] as string[][], problems: [] as string[], moods: [] as Mood[], calls: 0 };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    fake.calls += 1;
    const mood = fake.moods.shift() ?? 'well';
    let tags: string[];
    try {
      tags = await rules.read(request, body, url);
    } catch (error) {
      fake.problems.push((error as Error).message);
      return void response.writeHead(400).end();
    }
    if (mood === 'silent') return;
    if (mood === 'cut') return void response.destroy();
    if (mood === 'busy') return void response.writeHead(429, { 'retry-after': '1' }).end();
    if (mood === 'broken') return void response.writeHead(500).end('<html>');
    if (mood === 'refusing') return void response.writeHead(403).end(`no ${request.headers.authorization}`);
    const [status, said] = rules.answer(tags, mood === 'well');
    if (mood === 'well') fake.purged.push(tags);
    response.writeHead(status).end(said);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  return Object.assign(fake, {
    purge: rules.purge(url),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
