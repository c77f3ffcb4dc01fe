import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../origin/store/engine/open.ts';
import { answerOf, refusalOf } from '../../answers.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';

const database = { poolSize: 4, connectTimeout: 2000, statementTimeout: 2000, lockTimeout: 2000, idleTimeout: 30_000 };
const opened = async (databaseUrl: string) => openStore({ dataDir: '', databaseUrl, database });

const hosts = (...servers: PostgresServer[]) =>
  `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

describe.skipIf(!hasPostgres)('PostgreSQL on several hosts', () => {
  it('is used where it takes writes, and on the standby once that was made the leader', async () => {
    await using leader = await newPostgres();
    await (await opened(leader.url)).close();
    await leader.stop('fast');
    await using standby = await leader.standby();
    await leader.start();
    await standby.start();
    // Whatever is acknowledged is on the standby by then.
    await leader.run(`alter system set synchronous_standby_names = '*'`);
    await leader.run('alter system set synchronous_commit = remote_apply');
    await leader.run('select pg_reload_conf()');

    await using registry = await openRegistry('postgres', { engine: await opened(hosts(standby, leader)) });
    const publish = (slug: string) => registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    expect((await publish('before')).status).toBe(201);
    await leader.stop('crash');
    expect((await publish('between')).status).toBe(503);
    await standby.run('select pg_promote()');
    await expect.poll(async () => (await publish('after')).status).toBe(201);
    expect((await registry.get('/skills/ada/before')).status).toBe(200);

    // The old leader comes back, and takes no writes any more, as a tool for failovers sees to.
    await leader.start();
    await leader.run('alter system set default_transaction_read_only = on');
    await leader.run('select pg_reload_conf()');
    expect((await publish('later')).status).toBe(201);
    expect(await standby.run('select count(*)::int as count from skills')).toEqual([{ count: 3 }]);
  });

  it('is another one as soon as the one in use takes no writes any more', async () => {
    await using first = await newPostgres();
    await (await opened(first.url)).close();
    await first.stop('fast');
    await using second = await first.standby();
    await first.start();
    await second.start();
    await using registry = await openRegistry('postgres', { engine: await opened(hosts(first, second)) });
    const publish = (slug: string) => registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    expect((await publish('before')).status).toBe(201);
    await first.run('alter system set default_transaction_read_only = on');
    await first.run('select pg_reload_conf()');
    // A session that begins with it began after all others were told.
    const isFenced = async () => (await first.run('show default_transaction_read_only'))[0];
    await expect.poll(isFenced).toEqual({ default_transaction_read_only: 'on' });
    // It follows at its own pace, and takes over with what it has.
    const followed = () => second.run(`select slug from skills where slug = 'before'`);
    await expect.poll(followed).toHaveLength(1);
    await second.run('select pg_promote()');
    await expect.poll(async () => (await publish('after')).status).toBe(201);
    expect(await second.run(`select slug from skills where slug = 'after'`)).toHaveLength(1);
  });
});

describe.skipIf(!hasPostgres)('a commit whose answer is lost', () => {
  it('is not acknowledged, and what was stored by it is there once when it is sent again', async () => {
    await using server = await newPostgres();
    await using wire = await cuttingWire(server);
    await using registry = await openRegistry('postgres', { engine: await opened(wire.url) });
    const publish = () => registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    // A first use of the token is noted in a transaction of its own.
    await registry.get('/library', await registry.as('ada'));
    wire.cutAtCommit();
    const lost = await publish();
    expect(lost.status).toBe(503);
    expect((await refusalOf(lost)).message).toMatch(/may be stored or not/);
    await expect.poll(() => server.run('select slug from skills')).toEqual([{ slug: 'sums' }]);
    const again = await publish();
    expect(again.status).toBe(200);
    const { hash } = await answerOf('publishSkillVersion', again);
    expect((await answerOf('getSkill', await registry.get('/skills/ada/sums'))).versions).toMatchObject([{ hash }]);
  });
});

/** Hands on what both sides say, until it is told to cut: then the next commit arrives, and its answer never does. */
async function cuttingWire({ port }: PostgresServer) {
  let cuts = false;
  const wire = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => undefined);
    let isCut = false;
    client.on('data', (bytes) => {
      if (cuts && bytes.includes('commit\0')) {
        [cuts, isCut] = [false, true];
        server.write(bytes, () => client.destroy());
      } else server.write(bytes);
    });
    server.on('data', (bytes) => isCut || client.write(bytes));
    client.on('close', () => setTimeout(() => server.destroy(), isCut ? 200 : 0));
    server.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const { port: ours } = wire.address() as { port: number };
  return {
    url: `postgres://postgres@127.0.0.1:${ours}/postgres`,
    cutAtCommit: () => {
      cuts = true;
    },
    [Symbol.asyncDispose]: async () => void wire.close(),
  };
}
