import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../origin/contract/fields.ts';
import { memoryMeter } from '../../origin/http/meter.ts';
import { refused } from '../answers.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';
import { endpoint } from './clients.ts';
import { callTool, message, sendMessage } from './message.ts';

const old = (method: string, params: object = {}, id: number | null = 1) => ({
  body: JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, params }),
});
const initialize = old('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'a-test', version: '1' },
});

describe('POST /mcp', () => {
  let registry: TestRegistry & AsyncDisposable;
  let own: Record<string, string>;
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    own = await registry.as('ada');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const send = (sent: Parameters<typeof sendMessage>[1], more: Record<string, string> = {}) =>
    sendMessage(registry, sent, { ...own, ...more });

  it('answers in JSON, to whoever asks for that alone or for nothing, and to no cache', async () => {
    for (const accept of ['application/json', '*/*', 'application/json, text/event-stream']) {
      const response = await send(callTool('list_skills'), { accept });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.json()).toMatchObject({
        jsonrpc: '2.0',
        id: 1,
        result: { structuredContent: { total: 1 } },
      });
    }
  });

  it('greets clients of 2025 in the revision that they name, without a session', async () => {
    const response = await send(initialize);
    expect(await response.json()).toMatchObject({
      result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } },
    });
    expect(response.headers.get('mcp-session-id')).toBe(null);
    const listed = await send(old('tools/list'), { 'mcp-protocol-version': '2025-06-18' });
    expect((await listed.json()).result.tools).toHaveLength(4);
  });

  it('is the server that its card names', async () => {
    const { result } = await (await send(message('server/discover'))).json();
    const card = await (await registry.get('/mcp/server-card')).json();
    const { name, version, title, description } = card;
    expect(result._meta['io.modelcontextprotocol/serverInfo']).toEqual({ name, version, title, description });
    expect(result.supportedVersions).toEqual(['2026-07-28']);
    expect(Object.keys(result.capabilities.extensions)).toEqual(['io.modelcontextprotocol/skills']);
    expect(await (await registry.get('.well-known/mcp.json')).json()).toEqual(card);
    const type = (await registry.get('/mcp/server-card')).headers.get('content-type');
    expect(type).toBe('application/mcp-server-card+json');
  });

  it('takes a notification with 202 and nothing else', async () => {
    const response = await send(old('notifications/initialized', {}, null));
    expect([response.status, await response.text()]).toEqual([202, '']);
  });

  it.each([
    ['no JSON', '{', '400 malformed_body'],
    ['half of UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('latin1'), '400 malformed_body'],
    ['a batch', `[${initialize.body}]`, '400 malformed_body'],
    ['a word', '"hello"', '400 malformed_body'],
    ['another protocol', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '400 malformed_body'],
    ['no method', '{"jsonrpc":"2.0","id":1}', '400 malformed_body'],
    ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}', '400 malformed_body'],
    ['nothing', '', '400 malformed_body'],
    ['too much', JSON.stringify({ x: 'x'.repeat(limits.requestBody) }), '413 payload_too_large'],
  ])('refuses %s in the shape of all refusals', async (_, body, code) => {
    expect(await refused(await send({ body }))).toBe(code);
  });

  it('refuses what says it is something else than JSON', async () => {
    expect(await refused(await send({ ...initialize, headers: { 'content-type': 'text/plain' } }))).toBe(
      '415 unsupported_media_type',
    );
  });

  it('answers what it understands and does not do in JSON-RPC', async () => {
    const unknown = await send(message('prompts/list'));
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { id: 1, error: { code: -32601 } }]);
    const version = await send(old('ping'), { 'mcp-protocol-version': '1999-01-01' });
    expect([version.status, await version.json()]).toMatchObject([400, { error: { code: expect.any(Number) } }]);
    const mismatch = await send(callTool('list_skills'), { 'mcp-name': 'get_skill' });
    expect([mismatch.status, await mismatch.json()]).toMatchObject([400, { error: { code: -32020 } }]);
  });

  it('is for POST alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await registry.app.request(endpoint, { method, headers: own });
      expect(response.headers.get('allow')).toBe('OPTIONS, POST');
      expect(await refused(response)).toBe('405 method_not_allowed');
    }
  });

  it('is closed to pages elsewhere, whatever token they hold', async () => {
    for (const origin of ['http://evil.test', 'null', 'http://localhost:1', `${site.mirrorUrl}.evil.test`])
      expect(await refused(await send(initialize, { origin }))).toBe('403 forbidden');
    for (const origin of [site.mirrorUrl, site.originUrl])
      expect((await send(initialize, { origin })).status).toBe(200);
  });

  it('counts tool calls as heavy reads, and what else is said as reads', async () => {
    const meter = memoryMeter({ quotas: { ambient: 1000, write: 1, heavy: 3 } });
    await using small = await openRegistry('sqlite', { metering: { meter, trustedProxyHops: 0 } });
    const token = { authorization: `Bearer ${await small.tokenFor('ada')}` };
    const statuses = async (sent: Parameters<typeof sendMessage>[1], times: number) => {
      const responses = [];
      for (let call = 0; call < times; call += 1) responses.push(await sendMessage(small, sent, token));
      return responses;
    };
    const listed = await statuses(message('tools/list'), 10);
    expect(listed.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(listed[0]?.headers.get('ratelimit-policy')).toBe('ambient; q=1000; w=60');
    const calls = await statuses(callTool('list_skills'), 4);
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(calls.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    expect(calls[3]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused(calls[3] as Response)).toBe('429 rate_limited');
    expect((await statuses(message('tools/list'), 1))[0]?.status).toBe(200);
  });
});
