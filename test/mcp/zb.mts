import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import pino from 'pino';
import * as z from 'zod';
import { openReader } from '../../origin/bundle/reader.ts';
import { memoryMeter } from '../../origin/http/meter.ts';
import { createOrigin } from '../../origin/http/origin.ts';
import { createProfile } from '../../origin/store/people.ts';
import { openSqlite } from '../../origin/store/sqlite.ts';
import { mintToken } from '../../origin/store/tokens.ts';

const now = () => 1790000000;
const engine = await openSqlite('/tmp/zb.sqlite');
const reader = openReader();
const app = createOrigin({
  engine,
  site: { originUrl: 'http://o.test', mirrorUrl: 'http://m.test' },
  signIn: { passkeyDomain: 'm.test', pageOrigins: [] },
  reader,
  log: pino({ level: 'error' }),
  metering: { meter: memoryMeter({ quotas: { ambient: 1e6, write: 1e6, heavy: 1e6 } }), trustedProxyHops: 0 },
  corsOrigins: [],
  html: async () => '',
  notFoundPage: async () => ({ type: '', body: new Uint8Array() }),
  assets: new Map(),
  now,
} as never);
const token = await engine.write(async (db) =>
  mintToken(db, { class: 'session', profileId: (await createProfile(db, { handle: 'ada' }, now())).id }, now()),
);
const md = (n: string) => `---\nname: ${n}\ndescription: Adds.\n---\n${'x '.repeat(3000)}`;
for (let i = 0; i < 60; i++) {
  const r = await app.request(`/api/v1/skills/ada/sums-${i}/versions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      files: [
        { path: 'SKILL.md', text: md(`sums-${i}`) },
        { path: 'a.py', text: 'print(1)\n' },
      ],
    }),
  });
  if (i === 0) console.log(r.status);
}
const bare = createMcpHandler(() => {
  const s = new McpServer({ name: 'x', version: '1' });
  s.registerTool('echo', { inputSchema: z.object({ id: z.string() }) }, async ({ id }) => ({
    content: [{ type: 'text', text: id }],
  }));
  return s;
});
const headers = (name: string) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${token}`,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});
const body = (name: string, args: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
const callBare = async () =>
  (
    await bare.fetch(
      new Request('http://x/mcp', { method: 'POST', headers: headers('echo'), body: body('echo', { id: 'x' }) }),
    )
  ).text();
const call = async (name: string, args: object) =>
  (await app.request('/api/v1/mcp', { method: 'POST', headers: headers(name), body: body(name, args) })).text();
console.log((await call('get_skill', { id: 'ada:sums-3' })).slice(0, 100));
const time = async (f: () => Promise<unknown>, n = 500) => {
  const t = performance.now();
  for (let i = 0; i < n; i++) await f();
  return (performance.now() - t) / n;
};
for (let r = 0; r < 3; r++)
  console.log(
    'bare',
    (await time(callBare)).toFixed(2),
    'get_skill',
    (await time(() => call('get_skill', { id: 'ada:sums-3' }), 2000)).toFixed(2),
    'whoami',
    (await time(async () => (await app.request('/api/v1/whoami', { headers: headers('x') })).text())).toFixed(2),
  );
process.exit(0);
