import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesAfter } from '../../../mirror/snapshot/files/manifest.ts';
import { testSigner } from '../../log/signer.ts';
import { openRegistry } from '../../registry.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { openS3, type S3Server } from '../../servers/s3/server.ts';
import { objectsOf } from '../../store/objects/kinds.ts';
import { times } from '../../thoroughness.ts';
import { crashing, dyingAfter } from '../dying.ts';
import { contentsOf, openMirrored, urlsOf } from '../mirrored.ts';
import { action, actor, opening } from '../publicLife.ts';
import { openSharedBuilder, openSharedMirror, type Shared } from '../shared.ts';

const signer = testSigner();

describe.skipIf(!hasPostgres)('a snapshot in a database and an object store', () => {
  let server: PostgresServer;
  let s3: S3Server;
  let count = 0;
  beforeAll(async () => {
    [server, s3] = [await newPostgres(), await openS3()];
  });
  afterAll(async () => {
    await s3?.away();
    await server?.[Symbol.asyncDispose]();
  });

  async function newShared(): Promise<Shared> {
    const name = `life_${count++}`;
    await server.run(`create database ${name}`);
    return { url: server.url.replace(/postgres$/, name), objects: objectsOf(s3, `s3://copies/${name}`) };
  }

  it('made step by step, by builders that die on the way, is the one that is made at once in a folder, and what a mirror serves', async () => {
    const told = fc.record({ action, step: fc.boolean(), dies: fc.option(fc.integer({ min: 0, max: 60 })) });
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 10 }), async (story) => {
        await using registry = await openRegistry();
        const shared = await newShared();
        const act = actor(registry);
        let builder = await openSharedBuilder(registry, shared, { signer });
        await using mirror = await openSharedMirror(registry, shared);
        for (const action of opening) await act(action);
        await builder.snapshot.step();
        for (const { action, step, dies } of story) {
          await act(action);
          if (dies !== null) {
            await builder[Symbol.asyncDispose]();
            const dying = openSharedBuilder(registry, shared, { signer, through: dyingAfter(dies) });
            await crashing(dying.then(({ snapshot }) => snapshot));
            await (await dying.catch(() => undefined))?.[Symbol.asyncDispose]();
            builder = await openSharedBuilder(registry, shared, { signer });
          }
          if (step) await builder.snapshot.step();
        }
        await builder.snapshot.step();

        await using fresh = await openMirrored(registry);
        await fresh.snapshot.full();
        const entries = await entriesAfter(builder.catalog.db, '', 1e6);
        expect(entries).toEqual(await entriesAfter(fresh.catalog.db, '', 1e6));
        for (const [path, text] of await contentsOf(fresh)) {
          const found = await builder.sink.read(path);
          expect([path, found && Buffer.from(found.body).toString('latin1')]).toEqual([path, text]);
        }
        const revision = async (url: string) => (await mirror.mirror.request(url)).headers.get('etag');
        for (const { path, etag } of entries)
          for (const url of urlsOf(path)) await expect.poll(() => revision(url), { interval: 20 }).toBe(etag);
        expect(mirror.troubles).toEqual([]);
        await builder[Symbol.asyncDispose]();
      }),
      { numRuns: times(1) },
    );
  });
});
