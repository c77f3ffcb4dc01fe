import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { refusalOf } from '../answers.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { fill, smallDisk } from '../smallDisk.ts';

const large = { 'SKILL.md': skillMd('large'), 'data.txt': 'x\n'.repeat(100_000) };
const refusedFor = async (response: Response) => {
  const pause = Number(response.headers.get('retry-after'));
  return [(await refusalOf(response)).code, response.status, pause > 0];
};

/** What a registry does while there is no room, and then, when there is some again. */
async function survives(registry: TestRegistry, room: { fill(): Promise<void>; free(): Promise<void> }) {
  const { hash } = (await (await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') })).json()) as {
    hash: string;
  };
  const device = { authorization: `Bearer ${await registry.tokenFor('ada', 'device')}` };
  await room.fill();
  // Later than a token's last use is noted again.
  registry.clock.now += 86_400;
  for (let tried = 0; tried < 3; tried += 1) {
    const refused = await registry.publish('ada', 'large', large);
    expect(await refusedFor(refused)).toEqual(['unavailable', 503, true]);
  }
  expect((await registry.get(`/skills/ada/sums/versions/${hash}/files`)).status).toBe(200);
  expect((await registry.get('/sync/manifest', device)).status).toBe(200);
  expect((await registry.get('/skills/ada/large')).status).toBe(404);
  await room.free();
  expect((await registry.publish('ada', 'large', large)).status).toBe(201);
}

describe('a full disk', () => {
  it('is refused for now where the store has no room, and over when it has', async () => {
    await using registry = await openRegistry();
    const pages = (most: number) =>
      registry.engine.write((db) => sql.raw(`pragma max_page_count = ${most}`).execute(db));
    await survives(registry, {
      fill: () => pages(1).then(() => undefined),
      free: () => pages(1e9).then(() => undefined),
    });
  });

  it('is refused for now on a disk that is full, and over when it is not', async ({ skip }) => {
    using disk = smallDisk(12);
    if (!disk) return skip('nothing can be mounted here');
    const { folder } = disk;
    const engine = await openSqlite(join(folder, 'registry.sqlite'));
    const ballast = join(folder, 'ballast');
    const through = (unused: Engine) => {
      void unused.close();
      return engine;
    };
    await using registry = await openRegistry('sqlite', { through });
    await survives(registry, {
      fill: async () => fill(ballast),
      free: async () => rmSync(ballast),
    });
  });

  it.each([
    ...['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_LOCKED', 'ENOSPC', 'EROFS', 'EDQUOT'],
    ...['EIO', '53100', '25006', '57P01', '08006', '40001'],
  ])('is one of what passes by itself, such as %s', async (code) => {
    await using registry = await failingWith(code);
    expect(await refusedFor(await registry.get('/stats'))).toEqual(['unavailable', 503, true]);
  });

  it.each(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001'])(
    'is not what damage such as %s is, which is refused for now too',
    async (code) => {
      await using registry = await failingWith(code);
      expect(await refusedFor(await registry.get('/stats'))).toEqual(['unavailable', 503, true]);
    },
  );

  it.each(['SQLITE_CONSTRAINT', '23505', '42601', 'ERR_INVALID_ARG_TYPE'])('is not what %s says', async (code) => {
    await using registry = await failingWith(code);
    expect(await refusedFor(await registry.get('/stats'))).toEqual(['internal', 500, false]);
  });
});

const failingWith = (code: string) =>
  openRegistry('sqlite', {
    through: (engine) => ({
      ...engine,
      get db(): Engine['db'] {
        throw Object.assign(new Error('at /var/lib'), { code });
      },
    }),
  });
