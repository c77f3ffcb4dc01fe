import { createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import type { PostgresPoolClient } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPools } from '../../../origin/store/engine/connections/pools.ts';

/** Names of the statements that were parsed, in order; those of none are empty. */
const parsed: string[] = [];
const database = new PGlite();
const sockets = new Set<Socket>();

const [startup, sync, query, parse] = [0, 'S', 'Q', 'P'] as const;
const welcome = Buffer.from([...'R\0\0\0\x08\0\0\0\0', ...'Z\0\0\0\x05I'].map((sign) => sign.charCodeAt(0)));

/** Speaks to the driver as a server would, with all that was sent up to where it asks for an answer. */
const server = createServer((socket) => {
  sockets.add(socket);
  let [bytes, batch, isWelcome] = [Buffer.alloc(0), [] as Buffer[], false];
  socket.on('error', () => undefined);
  socket.on('data', async (data) => {
    bytes = Buffer.concat([bytes, data]);
    if (!isWelcome && bytes.length >= bytes.readInt32BE(startup)) {
      isWelcome = true;
      bytes = bytes.subarray(bytes.readInt32BE(startup));
      socket.write(welcome);
    }
    while (isWelcome && bytes.length > 4 && bytes.length > bytes.readInt32BE(1)) {
      const message = bytes.subarray(0, bytes.readInt32BE(1) + 1);
      bytes = bytes.subarray(message.length);
      batch.push(message);
      const kind = String.fromCharCode(message[0] ?? 0);
      if (kind === parse) parsed.push(message.toString('utf8', 5, message.indexOf(0, 5)));
      if (kind !== sync && kind !== query) continue;
      const sent = Buffer.concat(batch);
      batch = [];
      socket.write(await database.execProtocolRaw(sent));
    }
  });
});

let url = '';
beforeAll(async () => {
  await database.exec('create table things (id bigint); insert into things values (1), (2)');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `postgres://anybody@127.0.0.1:${(server.address() as { port: number }).port}/any`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await database.close();
});
beforeEach(async () => {
  await database.exec('deallocate all');
  parsed.length = 0;
});

const second = 1000;
const bounds = {
  poolSize: 1,
  connectTimeout: 60 * second,
  statementTimeout: 60 * second,
  lockTimeout: 60 * second,
  idleTimeout: second,
};

/** A connection of a pool of its own. */
async function connected(work: (client: PostgresPoolClient) => Promise<void>): Promise<void> {
  const pools = openPools(url, bounds, () => undefined);
  const client = await pools.reads.connect();
  await work(client);
  client.release();
  await pools.reads.end();
  await pools.end();
}

const text = 'select id from things where id >= $1 order by id';
const idsFrom = async (client: PostgresPoolClient, least: number, asked = text) =>
  (await client.query(asked, [least])).rows.map((row) => (row as { id?: number }).id);

it('parses a read that recurs once more, and never again, and each answer is of its own values', async () => {
  await connected(async (client) => {
    for (let time = 0; time < 6; time += 1)
      expect(await idsFrom(client, 1 + (time % 2))).toEqual(time % 2 === 0 ? [1, 2] : [2]);
    expect(parsed.map((name) => name !== '')).toEqual([false, false, true]);
  });
});

it('names what is read alike in every process, and each text otherwise', async () => {
  for (let process = 0; process < 2; process += 1) {
    await database.exec('deallocate all');
    await connected(async (client) => {
      for (const asked of [text, `${text} limit 1`])
        for (let time = 0; time < 3; time += 1) await idsFrom(client, 1, asked);
    });
  }
  const names = parsed.filter(Boolean);
  expect(names).toHaveLength(4);
  expect(names.slice(0, 2)).toEqual(names.slice(2));
  expect(new Set(names).size).toBe(2);
});

it('answers behind a pooler that hands connections on, and names nothing from then on', async () => {
  await connected(async (client) => {
    for (let time = 0; time < 3; time += 1) await idsFrom(client, 1);
    await database.exec('deallocate all');
    expect(await idsFrom(client, 2)).toEqual([2]);
    parsed.length = 0;
    for (let time = 0; time < 4; time += 1) expect(await idsFrom(client, 1, `${text} limit 2`)).toEqual([1, 2]);
    expect(parsed).toEqual(['', '', '', '']);
  });
});

it('answers with the columns that a table has by then', async () => {
  await connected(async (client) => {
    const all = 'select * from things where id = $1';
    for (let time = 0; time < 3; time += 1) await client.query(all, [1]);
    await database.exec("alter table things add column word text default 'new'");
    expect((await client.query(all, [1])).rows).toEqual([{ id: 1, word: 'new' }]);
    expect((await client.query(all, [2])).rows).toEqual([{ id: 2, word: 'new' }]);
  });
});

it('names nothing within a transaction, where what fails can’t be sent again, nor what writes', async () => {
  await connected(async (client) => {
    await client.query('begin', []);
    for (let time = 0; time < 4; time += 1) await idsFrom(client, 1);
    await client.query('rollback', []);
    for (let time = 0; time < 4; time += 1) await client.query('update things set id = id where id = $1', [1]);
    expect(parsed.filter(Boolean)).toEqual([]);
  });
});
