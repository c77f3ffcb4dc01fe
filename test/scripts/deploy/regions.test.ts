import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../origin/contract/clients/createClient.ts';
import { skillMd } from '../../registry.ts';
import { freePort } from '../../servers/freePort.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { describeStory } from '../../story.ts';
import { newPerson, newWorkplace, type Run, run, type Workplace } from '../process.ts';

/** An origin and a builder, a mirror beside the catalog’s database, and one in another region, beside a replica of it. */
describeStory.skipIf(!hasPostgres)('a mirror beside a replica of the catalog', () => {
  let place: Workplace;
  let [store, catalog, replica]: PostgresServer[] = [];
  const runs: Run[] = [];
  const ports = { origin: 0, home: 0, far: 0 };
  const at = (name: keyof typeof ports) => `http://localhost:${ports[name]}`;
  let token: string;

  const environmentOf = (role: string, own: NodeJS.ProcessEnv = {}) => ({
    ...place.environment,
    ...{ ROLE: role, DATA_DIR: join(place.folder, role), OBJECT_STORE: join(place.folder, 'objects') },
    ...{ ORIGIN_PORT: String(ports.origin), ORIGIN_URL: at('origin'), MIRROR_URL: at('home') },
    ...own,
  });
  const start = async (role: string, own: NodeJS.ProcessEnv) => {
    const started = run('scripts/start.ts', [], { environment: environmentOf(role, own) });
    runs.push(started);
    await started.printed(/Stop with Ctrl-C/);
    return started;
  };
  const mirrorOf = (name: 'home' | 'far', { url }: PostgresServer) =>
    start('mirror', {
      CATALOG_URL: url,
      DATABASE_URL: '',
      MIRROR_PORT: String(ports[name]),
      DATA_DIR: join(place.folder, name),
    });
  const publish = (slug: string) =>
    createClient({ baseUrl: at('origin'), token }).publishSkillVersion({
      ...{ author: 'ada', slug },
      body: { files: [{ path: 'SKILL.md', text: skillMd(slug) }] },
    });
  const statusAt = async (name: keyof typeof ports, slug: string) =>
    (await fetch(`${at(name)}/api/v1/skills/ada/${slug}`)).status;
  const until = (name: keyof typeof ports, slug: string, status: number) =>
    expect.poll(() => statusAt(name, slug)).toBe(status);

  beforeAll(async () => {
    place = await newWorkplace();
    for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await freePort();
    [store, catalog] = [await newPostgres(), await newPostgres()];
    await catalog?.stop('fast');
    replica = await catalog?.standby();
    await Promise.all([catalog?.start(), replica?.start()]);
  });
  afterAll(async () => {
    for (const { child } of runs) child.kill('SIGTERM');
    await Promise.all(runs.map(({ ended }) => ended));
    for (const server of [replica, catalog, store]) await server?.[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  it('is ready as soon as there is a snapshot, and answers as the other does', async () => {
    if (!(store && catalog && replica)) return;
    const writing = { DATABASE_URL: store.url, CATALOG_URL: catalog.url };
    await Promise.all([start('origin', { DATABASE_URL: store.url }), start('builder', writing)]);
    await Promise.all([mirrorOf('home', catalog), mirrorOf('far', replica)]);
    token = await newPerson({ environment: environmentOf('origin', { DATABASE_URL: store.url }) }, 'ada');
    await publish('first');
    await until('far', 'first', 200);
    for (const path of ['/api/v1/skills/ada/first', '/ada/first', '/api/v1/skills?q=first', '/api/v1/profiles/ada']) {
      const [home, far] = await Promise.all([fetch(at('home') + path), fetch(at('far') + path)]);
      expect([path, far.status, far.headers.get('etag')]).toEqual([path, 200, home.headers.get('etag')]);
      expect(await far.text()).toBe(await home.text());
    }
  });

  it('shows what its replica has while that lags, and the rest once that has caught up, takedowns too', async () => {
    await replica?.run('select pg_wal_replay_pause()');
    const isPaused = async () => (await replica?.run('select pg_get_wal_replay_pause_state() as state'))?.[0];
    await expect.poll(isPaused).toEqual({ state: 'paused' });
    await publish('second');
    const hidden = createClient({ baseUrl: at('origin'), token });
    await hidden.updateSkill({ author: 'ada', slug: 'first', body: { visibility: 'private' } });
    await until('home', 'second', 200);
    await until('home', 'first', 404);
    // Longer than a mirror takes to look again.
    await wait(1500);
    expect([await statusAt('far', 'first'), await statusAt('far', 'second')]).toEqual([200, 404]);
    await replica?.run('select pg_wal_replay_resume()');
    await until('far', 'second', 200);
    await until('far', 'first', 404);
  });

  it('answers on while the catalog’s database is away, and follows again once that is back', async () => {
    await catalog?.stop('crash');
    for (const path of ['/api/v1/skills/ada/second', '/api/v1/search?q=second', '/ada/second', '/ada'])
      expect([path, (await fetch(at('far') + path)).status]).toEqual([path, 200]);
    await catalog?.start();
    await publish('third');
    await until('far', 'third', 200);
  });
});
