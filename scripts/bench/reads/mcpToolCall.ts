/** What a tool call costs, compared with a tool that does nothing on the same package: both over HTTP on loopback. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import pino from 'pino';
import { z } from 'zod';
import { openComparer } from '../../../origin/bundle/compare/comparer.ts';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { operations } from '../../../origin/contract/operations.ts';
import { withoutLimits } from '../../../origin/contract/quotas.ts';
import { memoryMeter } from '../../../origin/http/meter.ts';
import { createOrigin } from '../../../origin/http/origin.ts';
import { openReader } from '../../../origin/scan/reader/reader.ts';
import { callerOf, mintToken } from '../../../origin/store/access/tokens.ts';
import { openUses } from '../../../origin/store/access/uses.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { takeTurns, timesAsLong } from '../figures.ts';
import type { Result } from '../goals.ts';
import type { Measure } from '../run.ts';

const revision = '2026-07-28';
const skills = 60;

export const mcpToolCall: Measure = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const engine = await openSqlite(join(folder, 'store.sqlite'));
  const reader = openReader();
  const now = () => Math.floor(Date.now() / 1000);
  const site = { originUrl: 'http://localhost', mirrorUrl: 'http://localhost' };
  const quotas = { ambient: 1e9, write: 1e9, heavy: 1e9 };
  const app = createOrigin({
    ...{
      engine,
      site,
      reader,
      comparer: openComparer(),
      quotas: withoutLimits,
      now,
      uses: openUses(),
      corsOrigins: [],
      assets: new Map(),
    },
    signIn: { passkeyDomain: 'localhost', pageOrigins: [] },
    log: pino({ level: 'silent' }),
    metering: { meter: memoryMeter({ quotas }), trustedProxyHops: 0 },
    html: async () => '',
  });
  const token = await engine.write(async (db) => {
    const { id: profileId } = await createProfile(db, { handle: 'ada' }, now());
    return mintToken(db, { class: 'session', profileId }, now());
  });
  for (let index = 0; index < skills; index += 1) {
    const text = `---\nname: skill-${index}\ndescription: One of some.\n---\n${'A line of text.\n'.repeat(300)}`;
    const files = [
      { path: 'SKILL.md', text },
      { path: 'run.py', text: 'print(1)\n' },
    ];
    await app.request(`${apiPrefix}/skills/ada/skill-${index}/versions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ files }),
    });
  }
  const bare = createMcpHandler(bareServer);
  const checked = new Hono().post('/mcp', async (c) => {
    await callerOf(engine.db, (c.req.header('authorization') ?? '').replace('Bearer ', ''), now());
    return bare.fetch(c.req.raw);
  });
  const ours = await serve(app.fetch);
  const [open, guarded] = [await serve((request) => bare.fetch(request)), await serve(checked.fetch)];
  const path = apiPrefix + operations.callMcp.path;
  const echo = (url: string) => caller(`${url}/mcp`, 'echo', { id: 'x' }, token);
  const references = [
    { name: 'a tool that echoes, for anyone', work: echo(open.url) },
    { name: 'the same with the same token check', work: echo(guarded.url) },
  ];
  const results: Result[] = [];
  for (const [name, input] of [
    ['get_skill', { id: 'ada:skill-30' }],
    ['list_skills', {}],
    ['search', { query: 'skill 30' }],
  ] as const)
    for (const other of references) {
      const work = caller(ours.url + path, name, input, token);
      const { subject, reference } = await takeTurns({ name, work }, other);
      results.push({ goal: 'MCP tool call', subject, reference, ratio: timesAsLong(subject, reference) });
    }
  for (const server of [ours, open, guarded]) server.close();
  await reader.close();
  await engine.close();
  await rm(folder, { recursive: true });
  return results;
};

function bareServer(): McpServer {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  const inputSchema = z.object({ id: z.string() });
  server.registerTool('echo', { inputSchema }, async ({ id }) => ({ content: [{ type: 'text', text: id }] }));
  return server;
}

async function serve(fetch: (request: Request) => Response | Promise<Response>) {
  const server = createServer(getRequestListener(fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() ?? server.close() };
}

function caller(url: string, name: string, input: object, token: string): () => Promise<unknown> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: input, _meta: meta };
  const init = {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      ...{ 'content-type': 'application/json', 'mcp-protocol-version': revision },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': name },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
  return async () => {
    const response = await fetch(url, init);
    const { result } = (await response.json()) as { result?: { isError?: boolean } };
    if (!result || result.isError) throw new Error(`${name} answered ${response.status} without a result.`);
  };
}
