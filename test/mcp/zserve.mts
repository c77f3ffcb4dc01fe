import { request as ask, createServer } from 'node:http';
import pino from 'pino';
import { openReader } from '/work/main/origin/bundle/reader.ts';
import { listen } from '/work/main/origin/http/listen.ts';
import { memoryMeter } from '/work/main/origin/http/meter.ts';
import { createOrigin } from '/work/main/origin/http/origin.ts';
import { createProfile } from '/work/main/origin/store/people.ts';
import { openSqlite } from '/work/main/origin/store/sqlite.ts';
import { mintToken } from '/work/main/origin/store/tokens.ts';

const now = () => Math.floor(Date.now() / 1000);
const engine = await openSqlite('/tmp/serve.sqlite');
const url = 'http://localhost:9791';
const app = createOrigin({
  engine,
  site: { originUrl: url, mirrorUrl: url },
  signIn: { passkeyDomain: 'localhost', pageOrigins: [url] },
  reader: openReader(),
  log: pino(),
  metering: { meter: memoryMeter({ quotas: { ambient: 1e6, write: 1e6, heavy: 1e6 } }), trustedProxyHops: 0 },
  corsOrigins: [url],
  html: async () => '',
  notFoundPage: async () => ({ type: '', body: new Uint8Array() }),
  assets: new Map(),
  now,
} as never);
const token = await engine.write(async (db) =>
  mintToken(db, { class: 'session', profileId: (await createProfile(db, { handle: 'ada' }, now())).id }, now()),
);
for (const n of ['sums', 'weather'])
  await app.request(`/api/v1/skills/ada/${n}/versions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      files: [
        { path: 'SKILL.md', text: `---\nname: ${n}\ndescription: Adds.\n---\nText` },
        { path: 'a.py', text: 'print(1)\n' },
      ],
    }),
  });
await listen(app, { host: '127.0.0.1', port: 9792, site: { originUrl: url, mirrorUrl: url } } as never);
createServer((req, res) => {
  const up = ask(
    {
      host: '127.0.0.1',
      port: 9792,
      path: req.url,
      method: req.method,
      headers: { ...req.headers, authorization: `Bearer ${token}` },
    },
    (r) => {
      res.writeHead(r.statusCode ?? 500, r.headers);
      r.pipe(res);
    },
  );
  req.pipe(up);
}).listen(9791, '127.0.0.1');
console.log('up', token);
