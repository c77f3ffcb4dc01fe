import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { close, fetch } from '../../mirror/fetch.ts';
import { fileOf } from '../../mirror/snapshot/address/address.ts';
import { openLists } from '../../mirror/snapshot/build/lists.ts';
import { sweepObjects } from '../../mirror/snapshot/build/sweepObjects.ts';
import { compareCatalog } from '../../mirror/snapshot/catalog/compareCatalog.ts';
import { openCatalog } from '../../mirror/snapshot/catalog/place.ts';
import { objectOf } from '../../mirror/snapshot/files/objects.ts';
import { openStore } from '../../origin/store/engine/open.ts';
import { testSigner } from '../log/signer.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { distanceTo } from '../servers/distance.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../servers/postgres.ts';
import { failed, openS3, type S3Server } from '../servers/s3/server.ts';
import { objectsOf } from '../store/objects/kinds.ts';
import { askingOf, openFollowing, rowsIn } from './followers/following.ts';
import { licensed, skillsIn } from './followers/parts.ts';
import { openSharedBuilder, openSharedMirror, type Shared } from './shared.ts';

describe.skipIf(!hasPostgres)('mirrors on a database and an object store', () => {
  let server: PostgresServer;
  let s3: S3Server;
  let shared: Shared;
  let registry: TestRegistry & AsyncDisposable;
  let builder: Awaited<ReturnType<typeof openSharedBuilder>>;
  let mirrors: Awaited<ReturnType<typeof openSharedMirror>>[];

  beforeAll(async () => {
    server = await newPostgres();
    s3 = await openS3();
    shared = { url: server.url, objects: objectsOf(s3) };
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    builder = await openSharedBuilder(registry, shared);
    await builder.snapshot.step();
    mirrors = [await openSharedMirror(registry, shared), await openSharedMirror(registry, shared)];
  });
  afterAll(async () => {
    for (const mirror of mirrors ?? []) await mirror[Symbol.asyncDispose]();
    await builder?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
    await s3?.away();
    await server?.[Symbol.asyncDispose]();
  });

  const statuses = (path: string) =>
    Promise.all(mirrors.map(async ({ mirror }) => (await mirror.request(path)).status));
  const gets = () => s3.asked.filter(({ action }) => action === 's3:GetObject').length;
  const puts = () => s3.asked.filter(({ action }) => action === 's3:PutObject').length;
  const publish = async (slug: string, text = slug) => {
    expect((await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug, text) })).status).toBe(201);
    await builder.snapshot.step();
  };

  it('show a publish and a takedown on every mirror within two seconds, and never half of either', async () => {
    expect(await statuses('/api/v1/skills/ada/shown')).toEqual([404, 404]);
    await publish('shown');
    await expect.poll(() => statuses('/api/v1/skills/ada/shown'), { timeout: 2000 }).toEqual([200, 200]);
    await registry.send('PATCH', '/skills/ada/shown', 'ada', { visibility: 'private' });
    await builder.snapshot.step();
    await expect.poll(() => statuses('/api/v1/skills/ada/shown'), { timeout: 2000 }).toEqual([404, 404]);
    expect(await statuses('/ada/shown')).toEqual([404, 404]);
  });

  it('send a client nothing that is older than what it was sent', async () => {
    const [one] = mirrors;
    await publish('aging', 'first');
    const ask = async (path: string) => (await one?.mirror.request(path))?.text() ?? '';
    expect(await ask('/api/v1/skills/ada/aging')).toContain('first');
    await publish('aging', 'second');
    // A row that nobody asked for yet tells that something moved.
    expect(await ask('/ada/aging/.well-known/agent-skills/index.json')).toContain('second');
    expect(await ask('/api/v1/skills/ada/aging')).toContain('second');
  });

  it('have a builder that asks a catalog far away in few round trips, however much a step is about', async () => {
    await using distance = await distanceTo(server.port, 5);
    const far = server.url.replace(String(server.port), String(distance.port));
    await using builder = await openSharedBuilder(registry, { ...shared, url: far }, { signer: testSigner() });
    const trips = async (slugs: readonly string[]) => {
      for (const slug of slugs)
        expect((await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) })).status).toBe(201);
      const before = distance.trips();
      const counts = await builder.snapshot.step();
      expect(counts?.written).toBeGreaterThan(8 * slugs.length);
      return distance.trips() - before;
    };
    // Connections are made, and statements get their names.
    for (const slug of ['near', 'nearer', 'nearest']) await trips([slug]);
    // The lease is renewed by the clock in some of them, and on a busy machine what goes out at once arrives in parts.
    const fewest = async (enough: number, slugs: (time: number) => string[]) => {
      let least = Number.POSITIVE_INFINITY;
      for (let time = 0; time < 10 && least > enough; time += 1) least = Math.min(least, await trips(slugs(time)));
      return least;
    };
    expect(await fewest(32, (time) => [`far-${time}`])).toBeLessThanOrEqual(32);
    const five = (time: number) => [1, 2, 3, 4, 5].map((nth) => `further-${time}-${nth}`);
    expect(await fewest(42, five)).toBeLessThanOrEqual(42);
  });

  it('get lists once a second while much is published, also from a builder that takes over meanwhile', async () => {
    const now = () => 0;
    const following = await openSharedBuilder(registry, shared, { lists: openLists(1000, now) });
    const publishNow = async (slug: string) => {
      expect((await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) })).status).toBe(201);
      await following.snapshot.step();
    };
    const listed = async () => {
      const owed = await sql`select 1 from snapshot_owed`.execute(builder.catalog.db);
      const [one] = mirrors;
      await one?.manifest.catchUp();
      return { text: await (await one?.mirror.request('/api/v1/skills'))?.text(), owed: owed.rows.length };
    };
    await publishNow('listed-at-once');
    while (await following.snapshot.step());
    expect(await listed()).toEqual({ text: expect.stringContaining('"ada:listed-at-once"'), owed: 0 });
    await publishNow('listed-later');
    expect(await statuses('/api/v1/skills/ada/listed-later')).toEqual([200, 200]);
    const { text, owed } = await listed();
    expect(text).not.toContain('"ada:listed-later"');
    expect(owed).toBeGreaterThan(0);
    await following[Symbol.asyncDispose]();
    await builder.snapshot.step();
    expect(await listed()).toEqual({ text: expect.stringContaining('"ada:listed-later"'), owed: 0 });
  });

  it('ask for each object once, and put no more of them than files were written', async () => {
    const before = [gets(), puts()] as const;
    expect((await registry.publish('ada', 'counted', { 'SKILL.md': skillMd('counted') })).status).toBe(201);
    const counts = await builder.snapshot.step();
    const [, put] = [gets() - before[0], puts() - before[1]];
    expect(gets() - before[0]).toBe(0);
    expect(put).toBeGreaterThan(0);
    expect(put).toBeLessThanOrEqual(3 * (counts?.written ?? 0));
    const [one] = mirrors;
    const asked = gets();
    for (let times = 0; times < 5; times += 1) await one?.mirror.request('/api/v1/skills/ada/counted');
    expect(gets() - asked).toBe(1);
  });

  it('never send other bytes than the hash names, and make the answer from the catalog', async () => {
    await publish('damaged');
    const [entry] = await builder.entries([fileOf({ id: 'getSkill', values: { author: 'ada', slug: 'damaged' } })]);
    const key = `registry/${objectOf(entry?.sha256 ?? '')}`;
    const [whole] = [s3.objects.get(key)];
    if (!whole) throw new Error(`${key} is not there`);
    for (const bytes of [Buffer.from('{"slug":"evil"}'), whole.bytes.subarray(1), undefined]) {
      if (bytes) s3.objects.set(key, { ...whole, bytes });
      else s3.objects.delete(key);
      await using fresh = await openSharedMirror(registry, shared);
      const response = await fresh.mirror.request('/api/v1/skills/ada/damaged');
      expect([response.status, response.headers.get('etag')]).toEqual([200, entry?.etag]);
      expect((await response.json()).slug).toBe('damaged');
      expect(fresh.troubles.join()).toMatch(/holds other bytes|is missing/);
    }
    s3.objects.set(key, { ...whole, bytes: Buffer.from('other') });
    for (let times = 0; times < 1000; times += 1) if (await builder.snapshot.scrub()) break;
    expect(builder.alarms.join()).toContain('not as it was made');
    expect(s3.objects.get(key)?.bytes.equals(whole.bytes)).toBe(true);
  });

  it('serve on while the object store is away: what they have, and what the catalog makes; contents are 503', async () => {
    await publish('kept');
    const { versions } = (await (await registry.get('/skills/ada/kept')).json()) as { versions: { hash: string }[] };
    const content = `/api/v1/skills/ada/kept/versions/${versions[0]?.hash}/file?path=SKILL.md`;
    s3.state.fault = () => failed(503, 'SlowDown');
    try {
      await using fresh = await openSharedMirror(registry, shared);
      expect((await fresh.mirror.request('/api/v1/skills/ada/kept')).status).toBe(200);
      expect((await fresh.mirror.request(content)).status).toBe(503);
    } finally {
      s3.state.fault = () => undefined;
    }
  });

  it('leave a step whole or not at all where the object store refuses it', async () => {
    expect((await registry.publish('ada', 'refused', { 'SKILL.md': skillMd('refused') })).status).toBe(201);
    const before = await builder.files();
    let left = 3;
    s3.state.fault = ({ action }) => {
      left -= 1;
      return action === 's3:PutObject' && left < 0 ? failed(403, 'AccessDenied') : undefined;
    };
    await expect(builder.snapshot.step()).rejects.toThrow();
    s3.state.fault = () => undefined;
    expect(await builder.files()).toEqual(before);
    expect(await statuses('/api/v1/skills/ada/refused')).toEqual([404, 404]);
    await builder.snapshot.step();
    await expect.poll(() => statuses('/api/v1/skills/ada/refused')).toEqual([200, 200]);
  });

  it('answer as a function of a request, and take no store for a catalog', async () => {
    const { accessKeyId, secret, region } = s3.state;
    const environment = {
      ...{
        CATALOG_URL: server.url,
        OBJECT_STORE: 's3://copies/registry',
        DATA_DIR: '/nonexistent',
        LOG_LEVEL: 'silent',
      },
      ...{
        AWS_ENDPOINT_URL: s3.endpoint,
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secret,
      },
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    try {
      const began = performance.now();
      const response = await fetch(new Request('http://mirror.test/api/v1/skills/ada/sums'));
      expect([response.status, (await response.json()).slug]).toEqual([200, 'sums']);
      expect(performance.now() - began).toBeLessThan(5000);
    } finally {
      vi.unstubAllEnvs();
      await close();
    }
    await server.run('create database store');
    const url = Object.assign(new URL(server.url), { pathname: '/store' }).href;
    await (await openStore({ dataDir: '', databaseUrl: url })).close();
    await expect(openCatalog({ url })).rejects.toThrow(/^CATALOG_URL: this database holds a store/);
    await expect(openStore({ dataDir: '', databaseUrl: server.url })).rejects.toThrow(
      /^DATABASE_URL: this database holds the/,
    );
  });

  it('keep objects that nothing names for a day, and those that a file has', async () => {
    const orphan = objectOf('0'.repeat(64));
    await shared.objects.put(orphan, Buffer.from('nothing'));
    const day = 24 * 60 * 60;
    const all = s3.objects.size;
    expect(await sweepObjects(builder.catalog, shared.objects, 1_000_000)).toBe(0);
    expect(s3.objects.size).toBe(all);
    expect(await sweepObjects(builder.catalog, shared.objects, 1_000_000 + day)).toBeGreaterThan(0);
    expect(await shared.objects.get(orphan)).toBeUndefined();
    const entries = await builder.entries(await builder.files());
    const named = new Set(
      entries.flatMap(({ sha256, forms }) => [sha256, ...Object.values(forms).map((form) => form.sha256)]),
    );
    expect(s3.objects.size).toBe(named.size);
  });

  it('hold what the store shows, row by row', async () => {
    for (const slug of ['first', 'second', 'third']) await publish(`row-${slug}`);
    const { rows, differing } = await compareCatalog(registry.engine, { url: server.url });
    expect(rows).toBeGreaterThan(10);
    expect(differing).toEqual({});
    await builder.catalog.write((db) => sql`update skills set description = 'other' where slug = 'sums'`.execute(db));
    expect((await compareCatalog(registry.engine, { url: server.url })).differing).toEqual({ skills: 1 });
    await builder.snapshot.full();
    expect((await compareCatalog(registry.engine, { url: server.url })).differing).toEqual({});
  });

  it('go on with what they have while the database is away, and follow again afterwards', async () => {
    const path = '/api/v1/skills/ada/sums';
    expect(await statuses(path)).toEqual([200, 200]);
    await server.stop('crash');
    try {
      expect(await statuses(path)).toEqual([200, 200]);
      expect(await statuses('/api/v1/skills/ada/never-asked')).toEqual([503, 503]);
    } finally {
      await server.start();
    }
    await expect.poll(async () => (await builder.snapshot.step().catch(() => 'away')) !== 'away').toBe(true);
    await publish('after');
    await expect.poll(() => statuses('/api/v1/skills/ada/after')).toEqual([200, 200]);
  });
});

it.skipIf(!hasPostgres)('a snapshot in a database can be followed as a folder can, every file and row', async () => {
  await using server = await newPostgres();
  const s3 = await openS3();
  onTestFinished(s3.away);
  const shared = { url: server.url, objects: objectsOf(s3) };
  await using registry = await openRegistry();
  await using builder = await openSharedBuilder(registry, shared, { signer: testSigner() });
  const publish = async (text: string) => {
    await registry.publish('ada', 'followed', { 'SKILL.md': skillMd('followed', text) });
    await builder.snapshot.step();
  };
  await publish('once');
  await using shown = await openSharedMirror(registry, shared);
  await using following = await openFollowing({ ask: askingOf(shown.mirror) });
  const expectSame = async () => {
    await following.follower.step();
    const paths = await builder.files();
    const bodies = await Promise.all(paths.map(async (path) => (await following.sink.read(path))?.body ?? 'nothing'));
    const copied = new Map(paths.map((path, nth) => [path, hash('sha256', bodies[nth] ?? '')]));
    expect(copied).toEqual(new Map((await builder.entries(paths)).map(({ path, sha256 }) => [path, sha256])));
    expect(await rowsIn(following.catalog)).toEqual(await rowsIn(builder.catalog));
  };
  await expectSame();
  await publish('again');
  await registry.send('PATCH', '/skills/ada/followed', 'ada', { visibility: 'private' });
  await builder.snapshot.step();
  const status = async (mirror: typeof shown.mirror) => (await mirror.request('/api/v1/skills/ada/followed')).status;
  await expect.poll(() => status(shown.mirror), { timeout: 2000 }).toBe(404);
  await expectSame();
  expect(await status(following.mirror)).toBe(404);
});

it.skipIf(!hasPostgres)('a part of a snapshot in a database and an object store can be followed', async () => {
  await using server = await newPostgres();
  const s3 = await openS3();
  onTestFinished(s3.away);
  const shared = { url: server.url, objects: objectsOf(s3) };
  await using registry = await openRegistry();
  await using builder = await openSharedBuilder(registry, shared, { signer: testSigner() });
  const publish = (author: string, slug: string, text: string) => registry.publish(author, slug, { 'SKILL.md': text });
  await publish('ada', 'free', licensed('free', 'MIT'));
  await publish('ada', 'closed', licensed('closed', 'Proprietary'));
  await publish('bob', 'other', licensed('other', 'MIT'));
  const kit = { owner: 'bob', slug: 'base', name: 'Base', visibility: 'public' };
  await registry.send('POST', '/kits', 'bob', kit);
  await registry.send('PUT', '/kits/bob/base/skills/ada/free', 'bob', {});
  await builder.snapshot.step();
  await using shown = await openSharedMirror(registry, shared);
  const follow = (only: string) => openFollowing({ ask: askingOf(shown.mirror, only), only });
  await using free = await follow('author:ada licence:mit verdict:clean');
  await using based = await follow('kit:bob/base');
  const held = async () => {
    for (const one of [free, based]) await one.follower.step();
    return [await skillsIn(free), await skillsIn(based)];
  };
  expect(await held()).toEqual([['ada/free'], ['ada/free']]);
  await publish('ada', 'closed', licensed('closed', 'MIT', 'Free now.'));
  await registry.send('PUT', '/kits/bob/base/skills/bob/other', 'bob', {});
  await builder.snapshot.step();
  await expect.poll(held).toEqual([
    ['ada/closed', 'ada/free'],
    ['ada/free', 'bob/other'],
  ]);
  expect([free.alarms, based.alarms]).toEqual([[], []]);
});
