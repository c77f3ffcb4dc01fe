import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenClasses } from '../../origin/contract/access.ts';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit } from '../scene.ts';
import { moderate } from '../store/rows.ts';

const day = 24 * 60 * 60;
/** An arbitrary noon, so that days begin and end where a test says. */
const noon = Math.floor(1_790_000_000 / day) * day + day / 2;

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let shared: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    shared = await openRegistry(name);
  });
  afterAll(() => shared[Symbol.asyncDispose]());
  const fresh = async () => {
    registry = await openRegistry(name);
    return registry;
  };
  const feed = async (query = '') =>
    (await answerOf('listActivity', await registry.get(`/discover/feed${query}`))).items;

  it('the feed tells of profiles, publishes and kits, the newest first', async () => {
    await using own = await fresh();
    const { hash } = await published(own, 'anna:pdf', { 'SKILL.md': skillMd('PDF reader') }, { version_label: '1.0' });
    own.clock.now += 5;
    await addKit(own, 'anna', 'tools', []);
    const [kit, publish, profile] = await feed();
    const [first, second] = [own.clock.now - 5, own.clock.now];
    expect(profile).toEqual({
      id: expect.any(Number),
      kind: 'profile',
      actor: 'anna',
      target: 'anna',
      title: 'anna',
      created_at: first,
    });
    expect(publish).toEqual({
      id: expect.any(Number),
      kind: 'publish',
      actor: 'anna',
      target: 'anna:pdf',
      title: 'PDF reader',
      hash,
      version_label: '1.0',
      scanStatus: 'clean',
      created_at: first,
    });
    expect(kit).toEqual({
      id: expect.any(Number),
      kind: 'kit',
      actor: 'anna',
      target: 'anna/tools',
      title: 'The tools kit',
      created_at: second,
    });
  });

  it('a poller that stops at the last id it saw misses nothing and sees nothing twice', async () => {
    await using own = await fresh();
    let last = 0;
    const seen: (string | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      await published(own, 'anna:pdf', { 'SKILL.md': skillMd('pdf', `Round ${round}.`) });
      if (round === 1)
        await own.publish('anna', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
      const items = await feed();
      expect(items.map((item) => item.id)).toEqual(items.map((item) => item.id).sort((a, b) => b - a));
      const news = items.filter((item) => item.id > last);
      seen.push(...news.reverse().map((item) => item.version_label));
      last = items[0]?.id ?? 0;
    }
    expect(seen).toEqual([undefined, 'v1', 'v2', 'v3', 'v4']);
  });

  it('stats count public skills, their authors, public kits, devices and the publishes of seven days', async () => {
    await using own = await fresh();
    own.clock.now = noon;
    await published(own, 'anna:old');
    own.clock.now += 6 * day;
    await published(own, 'anna:pdf');
    await published(own, 'anna:pdf', { 'SKILL.md': skillMd('pdf', 'Newer.') });
    await published(own, 'bob:secret', undefined, { visibility: 'private' });
    await addKit(own, 'anna', 'tools', []);
    await addKit(own, 'anna', 'at-home', [], 'private');
    await own.engine.write((db) => db.insertInto('counters').values({ name: 'devices', value: 4 }).execute());
    const stats = async () => answerOf('getRegistryStats', await own.get('/stats'));
    expect(await stats()).toEqual({ skills: 2, authors: 1, kits: 1, devices: 4, publishes_7d: 3 });
    own.clock.now += day / 2; // midnight: the first day is no longer one of seven
    expect(await stats()).toMatchObject({ publishes_7d: 2 });
    own.clock.now += 7 * day;
    expect(await stats()).toMatchObject({ skills: 2, publishes_7d: 0 });
  });

  it('stats of an empty registry are zeros', async () => {
    await using own = await fresh();
    const zeros = { skills: 0, authors: 0, kits: 0, devices: 0, publishes_7d: 0 };
    expect(await answerOf('getRegistryStats', await own.get('/stats'))).toEqual(zeros);
  });

  it('the moderation log shows what is in force, the newest first, and nothing of private skills', async () => {
    await using own = await fresh();
    const log = async () => (await answerOf('listModerationActions', await own.get('/moderation'))).actions;
    expect(await log()).toEqual([]);
    await published(own, 'anna:pdf');
    await published(own, 'anna:secret', undefined, { visibility: 'private' });
    await moderate(own, 'anna:pdf', 'warn', 'Asks for too much.');
    const first = own.clock.now;
    own.clock.now += 10;
    await moderate(own, 'anna:secret', 'hide', 'Nobody knows of it.');
    await own.as('mallory');
    await moderate(own, 'mallory', 'suspend', 'Sends spam.');
    expect(await log()).toEqual([
      { target: 'mallory', action: 'suspend', reason: 'Sends spam.', created_at: own.clock.now },
      { target: 'anna:pdf', action: 'warn', reason: 'Asks for too much.', created_at: first },
    ]);
    await own.engine.write((db) =>
      db.updateTable('moderation_actions').set({ lifted_at: own.clock.now }).where('target', '=', 'mallory').execute(),
    );
    expect((await log()).map((action) => action.target)).toEqual(['anna:pdf']);
  });

  it('whoami tells an anonymous caller so, and never refuses', async () => {
    const response = await shared.get('/whoami');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await answerOf('whoami', response)).toEqual({ authenticated: false });
  });

  it.each([
    ['session', ['read', 'sync', 'publish', 'claim']],
    ['device', ['read', 'sync']],
    ['kit', ['read', 'sync']],
    ['mcp', ['read']],
  ] as const)('whoami tells the holder of a %s token who they are and what it may', async (tokenClass, scopes) => {
    const handle = `holder-of-${tokenClass}`;
    const kit = tokenClass === 'kit' ? await addKit(shared, handle, 'tools', []) : undefined;
    const token = await shared.tokenFor(handle, tokenClass, kit);
    await shared.engine.write((db) =>
      db.updateTable('profiles').set({ mcp_enabled: 1 }).where('handle', '=', handle).execute(),
    );
    const { user_id, ...who } = await answerOf(
      'whoami',
      await shared.get('/whoami', { authorization: `Bearer ${token}` }),
    );
    expect(who).toEqual({ authenticated: true, handle, token_class: tokenClass, scopes });
    expect(user_id).toMatch(/^\d+$/);
    expect(token.startsWith(tokenClasses[tokenClass].prefix)).toBe(true);
  });
});
