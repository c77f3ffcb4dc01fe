import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalog, openCatalogToRead } from '../../../mirror/snapshot/catalog/place.ts';
import { readProgressIfAny, requestFullBuild } from '../../../mirror/snapshot/catalog/progress.ts';
import { entriesAfter } from '../../../mirror/snapshot/files/manifest.ts';
import { journalOfOwed } from '../../../mirror/snapshot/files/owed.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { notedNow } from '../../../origin/store/events/changes.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { openS3, type S3Server } from '../../servers/s3/server.ts';

const program = join(import.meta.dirname, '../../../mirror/builder.ts');

describe.skipIf(!hasPostgres)('builders of one catalog, each on a machine of its own', () => {
  let server: PostgresServer;
  let s3: S3Server;
  let folder: string;
  let engine: Engine;
  let catalog: Engine;
  let registry: TestRegistry & AsyncDisposable;
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'builders-'));
    server = await newPostgres();
    await server.run('create database catalog');
    s3 = await openS3();
    engine = await openStore({ dataDir: folder, databaseUrl: server.url });
    registry = await openRegistry('postgres', { engine });
    catalog = await openCatalogToRead({ url: catalogUrl() });
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await catalog?.close();
    await registry?.[Symbol.asyncDispose]();
    await s3?.away();
    await server?.[Symbol.asyncDispose]();
    if (folder) await rm(folder, { recursive: true });
  });

  const catalogUrl = (): string => Object.assign(new URL(server.url), { pathname: '/catalog' }).href;
  const publish = async (slug: string) =>
    expect((await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) })).status).toBe(201);
  const reached = async () => (await readProgressIfAny(catalog.db))?.seq ?? 0;
  const isBuilt = async () => {
    const progress = await readProgressIfAny(catalog.db);
    // A builder that stands still within a write has the database settle no change until that write is ended.
    const { newest, open } = await notedNow(engine.db);
    if (progress === undefined || progress.full || open > 0 || progress.seq < newest) return false;
    // Lists of the whole registry are made after what was published, in steps of their own.
    return (await journalOfOwed(catalog).read()).length === 0;
  };

  function start(name: string): ChildProcess {
    const { accessKeyId, secret, region } = s3.state;
    const child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...{ DATA_DIR: join(folder, name), DATABASE_URL: server.url, CATALOG_URL: catalogUrl() },
        ...{ OBJECT_STORE: 's3://copies/registry', AWS_ENDPOINT_URL: s3.endpoint, AWS_REGION: region },
        ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret, LOG_LEVEL: 'fatal' },
      },
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  it('follow one that was killed in a step or stands still, which then writes nothing', {
    timeout: 240_000,
  }, async () => {
    await publish('first');
    const one = start('one');
    await expect.poll(isBuilt, { timeout: 90_000, interval: 200 }).toBe(true);

    // Killed between what it put and its commit.
    let puts = 0;
    s3.state.fault = ({ action }) => {
      puts += action === 's3:PutObject' ? 1 : 0;
      return puts > 5 ? 'never' : undefined;
    };
    await publish('killed');
    await expect.poll(() => puts, { timeout: 30_000 }).toBeGreaterThan(5);
    one.kill('SIGKILL');
    await once(one, 'exit');
    expect(await isBuilt()).toBe(false);
    s3.state.fault = () => undefined;
    const two = start('two');
    await expect.poll(isBuilt, { timeout: 90_000, interval: 200 }).toBe(true);

    // Paused within a step, past its lease.
    puts = 0;
    s3.state.fault = ({ action }) => {
      puts += action === 's3:PutObject' ? 1 : 0;
      return puts > 5 ? { after: 2000 } : undefined;
    };
    const before = await reached();
    await publish('paused');
    await expect.poll(() => puts, { timeout: 30_000 }).toBeGreaterThan(5);
    two.kill('SIGSTOP');
    s3.state.fault = () => undefined;
    start('three');
    await expect.poll(isBuilt, { timeout: 120_000, interval: 200 }).toBe(true);
    const after = await reached();
    expect(after).toBeGreaterThan(before);
    const rows = async () =>
      server.run('select 1').then(() => catalog.db.selectFrom('skills').select('slug').execute());
    const skills = await rows();
    two.kill('SIGCONT');
    await publish('later');
    await expect.poll(isBuilt, { timeout: 60_000, interval: 200 }).toBe(true);
    expect((await rows()).length).toBe(skills.length + 1);
  });

  it('go on with a full build of theirs when the one that leads it is killed, and when the other is', {
    timeout: 240_000,
  }, async () => {
    for (let number = 0; number < 60; number += 1) await publish(`of-many-${number}`);
    const writing = await openCatalog({ url: catalogUrl() });
    const served = async () =>
      (await entriesAfter(catalog.db, '', 1e6)).map(({ path, etag, sha256 }) => [path, etag, sha256]);
    const offered = async () =>
      (await sql`select 1 from snapshot_work where worker is not null`.execute(catalog.db)).rows.length;
    start('four');
    await expect.poll(isBuilt, { timeout: 90_000, interval: 200 }).toBe(true);
    const before = await served();
    for (const victim of ['leader', 'worker'] as const) {
      for (let nth = running.size; nth < 2; nth += 1) start(`${victim}-${nth}`);
      await expect.poll(workers, { timeout: 60_000, interval: 200 }).toBe(running.size - 1);
      await writing.write(requestFullBuild);
      await expect.poll(offered, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
      const leader = await leaderOf();
      const killed = [...running].find(({ pid }) => (pid === leader) === (victim === 'leader'));
      killed?.kill('SIGKILL');
      await expect.poll(isBuilt, { timeout: 120_000, interval: 200 }).toBe(true);
      expect(await served()).toEqual(before);
      expect(await offered()).toBe(0);
    }
    await writing.close();
  });

  const workers = async () =>
    (
      await sql`select 1 from snapshot_workers where seen > clock_timestamp() - interval '2 seconds'`.execute(
        catalog.db,
      )
    ).rows.length;
  const leaderOf = async () => {
    const { rows } = await sql<{ holder: string }>`select holder from leases where name = 'snapshot'`.execute(
      catalog.db,
    );
    return Number(/\d+/.exec(rows[0]?.holder ?? '')?.[0]);
  };
});
