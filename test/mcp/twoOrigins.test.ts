import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../origin/store/engine/open.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { install } from '../scene.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../servers/postgres.ts';
import { subscribeAt, told } from './subscribe.ts';

describe.skipIf(!hasPostgres)('two origins of one registry', () => {
  let server: PostgresServer;
  let first: TestRegistry & AsyncDisposable;
  let second: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    server = await newPostgres();
    const open = async () =>
      openRegistry('postgres', { engine: await openStore({ dataDir: '', databaseUrl: server.url }) });
    [first, second] = [await open(), await open()];
    await first.publish('grace', 'weather', { 'SKILL.md': skillMd('weather') });
  });
  afterAll(async () => {
    for (const each of [first, second]) await each?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const manifest = async (at: TestRegistry, token: string, etag = '') =>
    at.get('/sync/manifest', { authorization: `Bearer ${token}`, 'if-none-match': etag });

  it('tell who listens at one of what changes through the other within two looks', async () => {
    const token = await first.tokenFor('ada', 'device');
    await using ada = await subscribeAt(second, token);
    await expect.poll(() => ada.state.methods).toHaveLength(1);
    // Its timer runs from when it was first subscribed.
    await wait(100);
    const times: number[] = [];
    for (let nth = 1; nth <= 3; nth += 1) {
      const from = performance.now();
      await first.publish('ada', `own-${nth}`, { 'SKILL.md': skillMd(`own-${nth}`) });
      await expect.poll(() => told(ada.state), { interval: 10 }).toBe(nth);
      times.push(performance.now() - from);
    }
    expect(Math.max(...times)).toBeLessThan(2000);
  });

  it('never answer from what one kept after the other changed it', async () => {
    const token = await first.tokenFor('bob', 'device');
    for (let round = 0; round < 5; round += 1) {
      const kept = await manifest(second, token);
      const etag = kept.headers.get('etag') ?? '';
      expect((await manifest(second, token, etag)).status).toBe(304);
      await first.publish('bob', `own-${round}`, { 'SKILL.md': skillMd(`own-${round}`) });
      const answer = await manifest(second, token, etag);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(`own-${round}`);
    }
    await install(first, 'bob', 'grace:weather');
    expect(await (await manifest(second, token)).text()).toContain('weather');
    await first.send('DELETE', '/library/grace/weather', 'bob');
    expect(await (await manifest(second, token)).text()).not.toContain('weather');
  });

  it('answer no token at one that ended at the other', async () => {
    const token = await first.tokenFor('cyd', 'session');
    const authorization = { authorization: `Bearer ${token}` };
    const etag = (await manifest(second, token)).headers.get('etag') ?? '';
    const { tokens } = await (await second.get('/tokens', authorization)).json();
    const { id } = tokens.find(({ current }: { current: boolean }) => current);
    await first.app.request(`/api/v1/tokens/${id}`, { method: 'DELETE', headers: authorization });
    expect((await manifest(second, token, etag)).status).toBe(401);
    expect((await second.get('/library', authorization)).status).toBe(401);
  });
});
