/**
 * A request as it comes off the wire, with a bearer token, a session, conditions and, at the MCP endpoint, a message. `TOKEN`
 * stands for a token that works.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import pino from 'pino';
import { openComparer } from '../../../origin/bundle/compare/comparer.ts';
import { errors } from '../../../origin/contract/errors.ts';
import { withoutLimits } from '../../../origin/contract/quotas.ts';
import { memoryMeter } from '../../../origin/http/meter.ts';
import { createOrigin } from '../../../origin/http/origin.ts';
import { openReader } from '../../../origin/scan/reader/reader.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { openUses } from '../../../origin/store/access/uses.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { openEngine } from '../../engines.ts';
import { message } from '../../mcp/message.ts';
import { bytesOf, type Target, textOf } from '../target.ts';

const now = 1_790_000_000;
const site = { originUrl: 'http://origin.test', mirrorUrl: 'http://mirror.test' };

/** Opened with the first request. */
let opened: ReturnType<typeof open> | undefined;
async function open() {
  const engine = await openEngine('sqlite');
  const token = await engine.write(async (db) => {
    const { id } = await createProfile(db, { handle: 'ada' }, now);
    return mintToken(db, { class: 'session', profileId: id }, now);
  });
  const app = createOrigin({
    engine,
    uses: openUses(),
    site,
    signIn: { passkeyDomain: 'mirror.test', pageOrigins: [site.mirrorUrl] },
    reader: openReader(),
    quotas: withoutLimits,
    comparer: openComparer(),
    log: pino({ level: 'silent' }),
    metering: { meter: memoryMeter({ quotas: { ambient: 1e9, write: 1e9, heavy: 1e9 } }), trustedProxyHops: 1 },
    corsOrigins: [site.mirrorUrl],
    html: async () => '',
    assets: new Map(),
    now: () => now,
  });
  return { app, token };
}

const mcp = (method: string, params?: Record<string, unknown>): string => {
  const { headers, body } = message(method, params);
  const fields = { 'content-type': 'application/json', authorization: 'Bearer TOKEN', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return ['POST /api/v1/mcp', ...lines, '', body].join('\n');
};
const older = (body: object): string =>
  `POST /api/v1/mcp\ncontent-type: application/json\nauthorization: Bearer TOKEN\n\n${JSON.stringify({ jsonrpc: '2.0', id: 1, ...body })}`;

export const target: Target = {
  seeds: [
    'GET /api/v1/skills?limit=10&q=words\nauthorization: Bearer TOKEN\nif-none-match: W/"1-2", *\naccept-encoding: br;q=0, gzip',
    'GET /api/v1/skills/ada/hello\nauthorization: bearer  TOKEN \nx-forwarded-for: 1.2.3.4, [::1]:80',
    'GET /api/v1/session\ncookie: session=TOKEN; x="y"; =\nsec-fetch-site: same-origin\norigin: http://mirror.test',
    'GET /ada.md\naccept: text/markdown;q=0.5, */*\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'GET /api/v1/sync/manifest\nauthorization: Basic eDp5\nx-client-version: 1.0.0',
    'POST /api/v1/kits\nauthorization: Bearer TOKEN\ncontent-type: application/json; charset=utf-8\n\n{"slug":"k","title":"K"}',
    'PUT /api/v1/profiles/ada/key\nauthorization: Bearer TOKEN\ncontent-type: application/json\n\n{"public_key":"x","proof":"y"}',
    'OPTIONS /api/v1/skills\norigin: http://mirror.test\naccess-control-request-method: POST',
    'HEAD /api/v1/stats\naccept-encoding: *',
    mcp('server/discover'),
    mcp('tools/list'),
    mcp('tools/call', { name: 'search', arguments: { query: 'x' } }),
    mcp('tools/call', { name: 'get_skill', arguments: { skill: 'ada/hello' } }),
    mcp('resources/read', { uri: 'skill://ada/hello/SKILL.md' }),
    mcp('resources/list', { cursor: 'YQ' }),
    older({
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    }),
    older({ method: 'tools/list' }),
    older({ method: 'prompts/get', params: { name: 'x', arguments: {} } }),
    `POST /api/v1/mcp\ncontent-type: application/json\nauthorization: Bearer TOKEN\n\n[${'[],'.repeat(50)}{}]`,
  ].map(bytesOf),
  longest: 4096,
  words: [
    'Bearer TOKEN',
    'authorization: ',
    'cookie: ',
    'range: bytes=0-',
    'content-encoding: gzip',
    'content-type: multipart/form-data; boundary=x',
    '%00',
    '%2e%2e',
    '%ff',
    '/api/v1/',
    'skill://',
    '"jsonrpc":"2.0"',
    '"_meta":',
    'null',
  ],
  async check(input) {
    opened ??= open();
    const { app, token } = await opened;
    const sent = textOf(input);
    const request = requestIn(sent.replaceAll('TOKEN', token));
    if (!request) return false;
    const response = await app.request(request);
    const { status, headers } = response;
    if (headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return true;
    }
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    ok(status < 500 || status === 503, `answers ${status}`);
    // What stands elsewhere may be said again, to whoever sent it.
    const isSecret = !sent.replace(/^(?:authorization|cookie):.*$/gim, '').includes('TOKEN');
    ok(!isSecret || !text.includes(token), 'an answer repeats the token');
    if (status === 304 || status === 204 || request.method === 'HEAD')
      deepStrictEqual(text, '', 'a body where none may be');
    const isOurs =
      status >= 400 &&
      text !== '' &&
      request.url.startsWith(`${site.originUrl}/api/v1/`) &&
      headers.get('content-type') === 'application/json';
    if (isOurs && !headers.get('content-encoding')) {
      const said = JSON.parse(text) as { code?: keyof typeof errors; jsonrpc?: string };
      ok(said.jsonrpc || (said.code && errors[said.code]), 'a failure without a code of the contract');
    }
    return status < 400;
  },
};

/** Undefined where no client could send it. */
function requestIn(text: string): Request | undefined {
  const [head = '', ...rest] = text.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(first) ?? [];
  const body = rest.join('\n\n');
  try {
    const headers = lines.map((line): [string, string] => [
      line.split(':', 1)[0] ?? '',
      line.slice(line.indexOf(':') + 1),
    ]);
    const takes = !['GET', 'HEAD'].includes(method);
    return new Request(site.originUrl + path, {
      method,
      headers,
      ...(takes && body !== '' && { body: Buffer.from(body, 'latin1') }),
    });
  } catch {
    return undefined;
  }
}
