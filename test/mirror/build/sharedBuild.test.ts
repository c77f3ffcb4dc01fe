import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintsOf } from '../../../mirror/snapshot/build/fingerprint.ts';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { openCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { entriesAfter } from '../../../mirror/snapshot/files/manifest.ts';
import { openBuilder } from '../../../mirror/snapshot/open.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { readSettings } from '../../../origin/settings/settings.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { tagBitsOf } from '../../../origin/store/tagBits.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { openS3, type S3Server } from '../../servers/s3/server.ts';

/** Builders as they run, of one catalog: the first has the lease, and the others wait for it. */
describe.skipIf(!hasPostgres)('a full build of which several builders make pieces', () => {
  let server: PostgresServer;
  let s3: S3Server;
  let parent: string;
  let registry: TestRegistry & AsyncDisposable;
  let catalog: Engine;
  let first: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    server = await newPostgres();
    s3 = await openS3();
    parent = await mkdtemp(join(tmpdir(), 'shared-build-'));
    registry = await openRegistry();
    for (let number = 0; number < 20; number += 1)
      await registry.publish(`author-${number}`, 'skill', { 'SKILL.md': skillMd('skill', `The ${number}.`) });
    catalog = await openCatalog({ url: server.url });
    first = await open('first');
    await first.builder.step();
  });
  afterAll(async () => {
    await first?.builder.close();
    await catalog?.close();
    await registry?.[Symbol.asyncDispose]();
    await s3?.away();
    await server?.[Symbol.asyncDispose]();
    if (parent) await rm(parent, { recursive: true });
  });

  /** `told` is what nobody should miss; `counted` how often it read the store. */
  async function open(name: string, changes: { read?: Engine['read']; site?: typeof site } = {}) {
    const { accessKeyId, secret, region } = s3.state;
    const { s3: s3Settings } = readSettings({
      ...{ AWS_ENDPOINT_URL: s3.endpoint, AWS_REGION: region },
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret },
    });
    const dataDir = await mkdtemp(join(parent, name));
    const lock = await takeBuilderLock(snapshotPaths(dataDir).builderLock);
    if (!lock) throw new Error('Another builder is there.');
    const [told, counted]: [string[], { reads: number }] = [[], { reads: 0 }];
    const store: Engine = {
      ...registry.engine,
      read: (work) => {
        counted.reads += 1;
        return (changes.read ?? registry.engine.read)(work);
      },
    };
    const place = {
      ...{ dataDir, databaseUrl: undefined, catalogUrl: server.url, objectStore: 's3://copies/registry' },
      ...{ s3: s3Settings, site: changes.site ?? site },
    };
    const alarm = (what: string) => void told.push(what);
    const builder = await openBuilder(place, store, lock, { alarm });
    return { builder, told, counted, place };
  }

  const workers = async () =>
    (await sql<{ name: string }>`select name from snapshot_workers`.execute(catalog.db)).rows.map(({ name }) => name);

  /** What waits for the lease while `work` goes on, and gets it then; closed by who gets it. */
  async function beside<T>(others: ReturnType<typeof open>[], work: () => Promise<T>): Promise<T> {
    await expect.poll(async () => (await workers()).length).toBe(others.length);
    const done = await work();
    await first.builder.close();
    for (const one of others) await (await one).builder.close();
    // One that is ended while it says that it is there may leave its row, for as long as those count.
    await sql`delete from snapshot_workers`.execute(catalog.db);
    first = await open('again');
    return done;
  }

  const served = async () =>
    (await entriesAfter(catalog.db, '', 1e6)).map(({ path, etag, sha256 }) => [path, etag, sha256]);

  it('is what one makes alone, and each made some of it', async () => {
    const alone = await first.builder.full();
    const entries = await served();
    expect(entries.length).toBeGreaterThan(150);
    let seen = 0;
    const second = open('second', {
      read: (work) => {
        seen += 1;
        return registry.engine.read(work);
      },
    });
    const { builder, counted, told } = first;
    const before = counted.reads;
    await beside([second], async () => {
      // On a busy machine the other may come when all is done.
      do expect(await builder.full()).toEqual(alone);
      while (seen === 0);
    });
    expect(await served()).toEqual(entries);
    expect(seen).toBeGreaterThan(0);
    expect(counted.reads - before).toBeGreaterThan(0);
    expect(told).toEqual([]);
  });

  it('is whole where another fails at each piece, and says so', async () => {
    const entries = await served();
    const failing = open('failing', { read: () => Promise.reject(new Error('It has no store.')) });
    const { builder, told } = first;
    await beside([failing], async () => {
      do await builder.full();
      while (told.length === 0);
    });
    expect(await served()).toEqual(entries);
    expect(new Set(told)).toEqual(new Set(['another builder failed to make a piece, which was made without it']));
    // One that fails at everything is asked for nothing more.
    expect(told.length).toBeLessThanOrEqual(7);
  });

  it('leaves alone who makes files with something else', async () => {
    let seen = 0;
    const other = open('other', {
      site: { ...site, mirrorUrl: 'http://elsewhere.test' },
      read: (work) => {
        seen += 1;
        return registry.engine.read(work);
      },
    });
    const { builder } = first;
    await beside([other], () => builder.full());
    expect(seen).toBe(0);
  });

  it('goes on without one that was killed with a piece', async () => {
    const entries = await served();
    // Its rows are all that is left of it.
    const madeWith = JSON.stringify(await fingerprintsOf(site, await tagBitsOf(first.place)));
    await sql`insert into snapshot_workers (name, made_with, seen)
      values ('killed', ${madeWith}, clock_timestamp())`.execute(catalog.db);
    const { builder } = first;
    const building = builder.full();
    let taken = 0;
    while (taken === 0) {
      const { numAffectedRows } = await sql`update snapshot_work set worker = 'killed' where worker is null`.execute(
        catalog.db,
      );
      taken = Number(numAffectedRows ?? 0);
      await wait(5);
    }
    await building;
    expect(await served()).toEqual(entries);
    expect((await sql`select * from snapshot_work`.execute(catalog.db)).rows).toEqual([]);
  });
});
