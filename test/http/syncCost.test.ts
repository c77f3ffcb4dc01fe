import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, install } from '../scene.ts';
import { watched } from '../watched.ts';

describe('devices that ask at the same time', () => {
  it('are each told of what changed before they asked, though an earlier look is under way', async () => {
    let looking = () => {};
    let goOn: Promise<void> | undefined;
    await using registry = await openRegistry('sqlite', {
      through: (engine) =>
        watched(engine, async (rows) => {
          if (!goOn || !('settled' in (rows[0] ?? {}))) return;
          looking();
          await goOn;
        }),
    });
    for (const skill of ['ada:one', 'ada:two']) await published(registry, skill);
    await install(registry, 'ben', 'ada:one');
    const authorization = `Bearer ${await registry.tokenFor('ben', 'device')}`;
    const ask = (etag = '') => registry.get('/sync/manifest', { authorization, 'if-none-match': etag });
    await ask();
    const etag = (await ask()).headers.get('etag') ?? '';
    let release = () => {};
    goOn = new Promise((resolve) => {
      release = resolve;
    });
    const underWay = new Promise<void>((resolve) => {
      looking = resolve;
    });
    const earlier = ask(etag);
    await underWay;
    await install(registry, 'ben', 'ada:two');
    const later = [ask(etag), ask(etag)];
    release();
    expect(await Promise.all(later.map(async (answer) => (await answer).status))).toEqual([200, 200]);
    expect((await earlier).status).toBe(304);
  });
});

describe.each(engineNames)('the cost of syncing on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let statements = 0;
  beforeAll(async () => {
    registry = await openRegistry(name, {
      through: (engine) =>
        watched(engine, () => {
          statements += 1;
        }),
    });
    for (const skill of ['ada:one', 'ada:two', 'ben:one', 'ben:two']) await published(registry, skill);
    await addKit(registry, 'ben', 'tools', ['ada:two', 'ben:one']);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  /** Dora and her device, which has asked once. */
  let readers = 0;
  const deviceOfReader = async (skills: string[], kit?: string) => {
    readers += 1;
    const handle = `reader${readers}`;
    for (const skill of skills) await install(registry, handle, skill);
    if (kit) await answerOf('subscribeToKit', await registry.send('PUT', `/kits/${kit}/subscription`, handle));
    const authorization = `Bearer ${await registry.tokenFor(handle, 'device')}`;
    const ask = async (etag: string) => {
      const before = statements;
      const response = await registry.get('/sync/manifest', { authorization, 'if-none-match': etag });
      return { status: response.status, etag: response.headers.get('etag') ?? '', statements: statements - before };
    };
    await ask('');
    const { etag } = await ask('');
    return { handle, etag, ask };
  };

  it('is one look-up beside the token’s where nothing changed', async () => {
    const { ask, etag } = await deviceOfReader(['ada:one'], 'ben/tools');
    for (const _ of [1, 2]) expect(await ask(etag)).toEqual({ status: 304, etag, statements: 2 });
  });

  it('is the same where others changed what is theirs', async () => {
    const { ask, etag } = await deviceOfReader(['ada:one']);
    const other = await deviceOfReader(['ben:two']);
    await published(registry, 'ben:two', { 'SKILL.md': skillMd('two', `Newer than ${readers}.`) });
    await registry.send('PATCH', '/profiles/ada', 'ada', { bio: `Writes ${readers}.` });
    await registry.send('PUT', '/library/ben/two', other.handle, { auto_approve: true });
    for (const _ of [1, 2]) expect(await ask(etag)).toEqual({ status: 304, etag, statements: 2 });
    expect((await other.ask(other.etag)).status).toBe(200);
  });

  it('is more once where what one holds changed in a way that devices don’t see', async () => {
    const { ask, etag, handle } = await deviceOfReader(['ada:two'], 'ben/tools');
    await registry.send('PUT', '/library/ada/two', handle, { auto_approve: true });
    const after = await ask(etag);
    expect([after.status, after.etag]).toEqual([304, etag]);
    expect(after.statements).toBeGreaterThan(2);
    expect((await ask(etag)).statements).toBe(2);
  });

  it('does not grow with a thousand changes at once', async () => {
    const { ask, etag } = await deviceOfReader(['ada:one']);
    await registry.engine.write(async (db) => {
      const row = { kind: 'counter' as const, entity_id: 0 };
      await db
        .insertInto('changes')
        .values(Array.from({ length: 1500 }, () => row))
        .execute();
    });
    expect((await ask(etag)).status).toBe(304);
    expect(await ask(etag)).toEqual({ status: 304, etag, statements: 2 });
  });
});
