import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { etagOf } from '../../origin/contract/cache.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { createSyncManifests } from '../../origin/http/syncManifests.ts';
import { jsonAnswer } from '../../origin/read/answer.ts';
import type { Db, Engine } from '../../origin/store/engine.ts';
import { syncEntries } from '../../origin/store/sync.ts';
import { callerOf } from '../../origin/store/tokens.ts';
import { type Caller, viewOf } from '../../origin/store/view.ts';
import { answerOf, published, refusalOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, install, putIntoKit, suspend } from '../scene.ts';
import { moderate, quarantine } from '../store/rows.ts';
import { times } from '../thoroughness.ts';

const people = ['ada', 'ben', 'reader'] as const;
const slugs = ['one', 'two'] as const;
const texts = ['alpha', 'beta', 'gamma'] as const;
const handles = ['lovelace', 'hopper', 'noether', 'curie'] as const;

const person = fc.constantFrom(...people);
const text = fc.constantFrom(...texts);
/** Those of the team too. */
const skill = fc.record({ author: fc.constantFrom(...people, 'crew' as const), slug: fc.constantFrom(...slugs) });
const kit = fc.constantFrom('ada' as const, 'crew' as const);
const on = fc.boolean();

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('publish' as const), skill, text, hidden: on }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      skill,
      body: fc.constantFrom({ visibility: 'private' }, { visibility: 'public' }, { deprecated: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), skill, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('quarantine' as const), skill, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hide' as const), skill }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('install' as const),
      person,
      skill,
      body: fc.record({
        text: fc.option(text),
        pinned: fc.option(on, { nil: undefined }),
        auto_approve: fc.option(on, { nil: undefined }),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), person, skill }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('member' as const), kit, skill, text: fc.option(text), on }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('subscribe' as const), kit, person, on }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('changeKit' as const),
      kit,
      body: fc.constantFrom({ visibility: 'private' }, { visibility: 'public' }, { name: 'Renamed' }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dropKit' as const), kit }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('join' as const), person, on }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('claim' as const), person, handle: fc.constantFrom(...handles) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), person, on }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

describe('a sync manifest that a device holds already', () => {
  it('is confirmed exactly while a manifest made anew would be the same', async () => {
    let confirmed = 0;
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ action, asked: fc.subarray(people as readonly string[] as string[]) }), {
          minLength: 5,
          maxLength: 25,
        }),
        async (story) => {
          await using registry = await openRegistry();
          const { act, tokens } = await stage(registry);
          const held = new Map<string, string>();
          const ask = async (watcher: string, token: string) => {
            const response = await registry.get('/sync/manifest', {
              authorization: `Bearer ${token}`,
              'if-none-match': held.get(watcher) ?? '"none"',
            });
            const fresh = await madeAnew(registry, token);
            if (!fresh) return expect(response.status).toBe(401);
            const isSame = fresh.etag === held.get(watcher);
            expect([response.status, response.headers.get('etag')]).toEqual([isSame ? 304 : 200, fresh.etag]);
            expect(await response.text()).toBe(isSame ? '' : fresh.text);
            if (isSame) confirmed += 1;
            else changed += 1;
            held.set(watcher, fresh.etag);
          };
          const askAll = async (names: readonly string[]) => {
            for (const [watcher, token] of tokens)
              if (names.includes(watcher.split(' ')[0] ?? '')) await ask(watcher, token);
          };
          await askAll(people);
          for (const { action, asked } of story) {
            await act(action);
            await askAll(asked);
          }
          await askAll(people);
        },
      ),
      { numRuns: times(8) },
    );
    // Far fewer than any run has: only that both happen is to be sure of.
    expect(Math.min(confirmed, changed)).toBeGreaterThan(10);
  });

  it('is not confirmed to who left a team, or joins it again', async () => {
    await using registry = await openRegistry();
    const { tokens } = await stage(registry);
    const authorization = `Bearer ${tokens.find(([watcher]) => watcher === 'ben device')?.[1]}`;
    let etag = '';
    const ask = async () => {
      const response = await registry.get('/sync/manifest', { authorization, 'if-none-match': etag });
      etag = response.headers.get('etag') ?? '';
      return [response.status, (await response.text()).includes('"crew:two"')];
    };
    expect([await ask(), await ask()]).toEqual([
      [200, true],
      [304, false],
    ]);
    await registry.send('DELETE', '/teams/crew/members/ben', 'ada');
    expect(await ask()).toEqual([200, false]);
    await registry.send('PUT', '/teams/crew/members/ben', 'ada', { role: 'member' });
    expect(await ask()).toEqual([200, true]);
  });

  it('is not confirmed by what was kept for others, or thrown out for want of room', async () => {
    await using registry = await openRegistry();
    const callers: Caller[] = [];
    for (const author of ['ada', 'ben']) {
      await published(registry, `${author}:one`);
      callers.push(await callerOf(registry.engine.db, await registry.tokenFor(author, 'device'), registry.clock.now));
    }
    let made = 0;
    const read = async (view: ReturnType<typeof viewOf>) => {
      made += 1;
      return jsonAnswer({ skills: await syncEntries(view, view.caller as Caller) });
    };
    const { answerFor } = createSyncManifests(registry.engine, read, { maxSize: 800 });
    for (const _ of [1, 2])
      for (const [index, caller] of callers.entries())
        expect(String(Buffer.from((await answerFor(caller)).body))).toContain(`"${['ada', 'ben'][index]}:one"`);
    expect(made).toBe(4);
  });
});

/** What the loader says now, asked past all that is kept; undefined for whoever may not ask. */
async function madeAnew({ engine, clock }: TestRegistry, token: string) {
  try {
    const caller = await callerOf(engine.db, token, clock.now);
    const { body } = jsonAnswer({ skills: await syncEntries(viewOf(engine, caller), caller) });
    return { etag: etagOf(body), text: String(Buffer.from(body)) };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Two authors and a reader, a team, a kit of the team and one of Ada's, with keys to both; and who looks at it all. */
async function stage(registry: TestRegistry) {
  const names = new Map<string, string>();
  const nameOf = (who: string) => names.get(who) ?? who;
  /** Ada speaks for the team that she founds. */
  const speaker = (who: string) => (who === 'crew' ? 'ada' : who);
  const hashes = new Map<string, string>();
  const pathOf = ({ author, slug }: { author: string; slug: string }) => `${nameOf(author)}/${slug}`;
  const publish = async (skill: { author: string; slug: string }, text: string, hidden: boolean) => {
    const answer = await registry.send('POST', `/skills/${pathOf(skill)}/versions`, speaker(skill.author), {
      files: [{ path: 'SKILL.md', text: skillMd(skill.slug, `About ${text}.`) }],
      visibility: hidden ? 'private' : 'public',
    });
    const { hash } = (await answer.json()) as { hash?: string };
    if (hash) hashes.set(`${skill.slug} ${text}`, hash);
  };
  const hashOf = (slug: string, text: string | null) => (text ? hashes.get(`${slug} ${text}`) : undefined);
  const ignoreMissing = (error: unknown) => {
    if (!String(error).includes('no result') && !(error instanceof ApiError)) throw error;
  };

  for (const who of people) await registry.as(who);
  await registry.send('POST', '/teams', 'ada', { handle: 'crew' });
  for (const author of ['ada', 'ben', 'crew'])
    for (const slug of slugs) await publish({ author, slug }, 'alpha', author === 'crew' && slug === 'two');
  const kits = new Map<string, number>();
  for (const owner of ['ada', 'crew']) {
    const kit = { owner, slug: 'tools', name: 'A kit', visibility: 'public' };
    await registry.send('POST', '/kits', 'ada', kit);
    for (const author of ['ada', 'ben', 'crew'])
      await registry.send('PUT', `/kits/${owner}/tools/skills/${author}/two`, 'ada', {});
    const row = await registry.engine.db
      .selectFrom('kits')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    kits.set(owner, row.id);
  }
  // Something to lose: Ben is in the team and holds its kit, the reader lets new versions in by themselves.
  await registry.send('PUT', '/teams/crew/members/ben', 'ada', { role: 'member' });
  await registry.send('PUT', '/kits/crew/tools/subscription', 'ben');
  await registry.send('PUT', '/library/ada/one', 'reader', { auto_approve: true });
  await registry.send('PUT', '/library/ben/one', 'reader', {});
  const tokens: [watcher: string, token: string][] = [];
  for (const who of people) tokens.push([`${who} device`, await registry.tokenFor(who, 'device')]);
  for (const who of ['ada', 'reader'])
    for (const [owner, id] of kits) tokens.push([`${who} key of ${owner}`, await registry.tokenFor(who, 'kit', id)]);

  const act = async (action: Action): Promise<unknown> => {
    registry.clock.now += 61;
    switch (action.do) {
      case 'publish':
        return publish(action.skill, action.text, action.hidden);
      case 'change':
        return registry.send('PATCH', `/skills/${pathOf(action.skill)}`, speaker(action.skill.author), action.body);
      case 'withdraw': {
        const hash = hashOf(action.skill.slug, action.text);
        return registry.send(
          'DELETE',
          `/skills/${pathOf(action.skill)}/versions/${hash}`,
          speaker(action.skill.author),
        );
      }
      case 'quarantine': {
        const hash = hashOf(action.skill.slug, action.text) ?? '';
        return quarantine(registry, pathOf(action.skill).replace('/', ':'), hash).catch(ignoreMissing);
      }
      case 'hide':
        return moderate(registry, pathOf(action.skill).replace('/', ':'), 'hide').catch(ignoreMissing);
      case 'install': {
        const { text, ...body } = action.body;
        const hash = hashOf(action.skill.slug, text);
        return registry.send('PUT', `/library/${pathOf(action.skill)}`, action.person, { ...body, hash });
      }
      case 'remove':
        return registry.send('DELETE', `/library/${pathOf(action.skill)}`, action.person);
      case 'member': {
        const path = `/kits/${nameOf(action.kit)}/tools/skills/${pathOf(action.skill)}`;
        const hash = hashOf(action.skill.slug, action.text);
        return action.on ? registry.send('PUT', path, 'ada', { hash }) : registry.send('DELETE', path, 'ada');
      }
      case 'subscribe': {
        const path = `/kits/${nameOf(action.kit)}/tools/subscription`;
        return registry.send(action.on ? 'PUT' : 'DELETE', path, action.person);
      }
      case 'changeKit':
        return registry.send('PATCH', `/kits/${nameOf(action.kit)}/tools`, 'ada', action.body);
      case 'dropKit':
        return registry.send('DELETE', `/kits/${nameOf(action.kit)}/tools`, 'ada');
      case 'join': {
        const path = `/teams/crew/members/${nameOf(action.person)}`;
        return action.on ? registry.send('PUT', path, 'ada', { role: 'member' }) : registry.send('DELETE', path, 'ada');
      }
      case 'claim': {
        const held = await registry.engine.db
          .selectFrom('profiles')
          .select('handle')
          .where('handle', '=', nameOf(action.person))
          .executeTakeFirst();
        const body = { handle: action.handle, ...(held && { release: held.handle }) };
        const answer = await registry.send('POST', '/handles', action.person, body);
        if (answer.ok) names.set(action.person, action.handle);
        return answer;
      }
      case 'release':
        return registry.send('DELETE', `/handles/${nameOf(action.person)}`, action.person);
      case 'suspend':
        return suspend(registry, nameOf(action.person), action.on).catch(ignoreMissing);
    }
  };
  return { act, tokens };
}

/** An engine that tells of each statement that was run on it, and waits until that is heard. */
function watched(engine: Engine, tell: (rows: object[]) => void | Promise<void>): Engine {
  const told = (db: Db): Db =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      // Those that were compiled before come by here alone.
      transformResult: async ({ result }) => {
        await tell(result.rows);
        return result;
      },
    });
  return {
    ...engine,
    db: told(engine.db),
    read: (work) => engine.read((db) => work(told(db))),
    write: (work) => engine.write((db) => work(told(db))),
  };
}

describe('devices that ask at the same time', () => {
  it('are each told of what changed before they asked, though an earlier look is under way', async () => {
    let looking = () => {};
    let goOn: Promise<void> | undefined;
    await using registry = await openRegistry('sqlite', {
      through: (engine) =>
        watched(engine, async (rows) => {
          if (!goOn || Object.keys(rows[0] ?? {}).join() !== 'seq') return;
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
    await putIntoKit(registry, 'ben/tools', 'ada:two');
    await registry.send('PUT', '/library/ada/two', handle, {});
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

describe('a client too old to sync', () => {
  let registry: TestRegistry & AsyncDisposable;
  let authorization: string;
  beforeAll(async () => {
    registry = await openRegistry('sqlite', { settings: { minClientVersion: '1.4.0' } });
    authorization = `Bearer ${await registry.tokenFor('dora', 'device')}`;
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const ask = (version?: string, more = {}) =>
    registry.get('/sync/manifest', { authorization, ...(version && { 'x-client-version': version }), ...more });

  it('is told which version to upgrade to, whatever it holds already', async () => {
    const etag = (await ask()).headers.get('etag') ?? '';
    for (const more of [{}, { 'if-none-match': etag }]) {
      const response = await ask('skill-registry/1.3.9', more);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await refusalOf(response)).toMatchObject({
        statusCode: 426,
        code: 'client_upgrade_required',
        minimum_version: '1.4.0',
        upgrade_to: '1.4.0',
      });
    }
  });

  it.each(['cli/0.99.99', 'cli/1.4.0-rc.1', 'cli/1.3.10+build.7', 'my_app/1.3.999'])('is %s', async (version) =>
    expect((await ask(version)).status).toBe(426),
  );

  it.each(['cli/1.4.0', 'cli/1.4.0+build', 'cli/1.10.0', 'cli/2.0.0-alpha', 'cli', 'cli/1.3', '1.3.0', 'cli/1.3.9 x'])(
    'is not %s',
    async (version) => expect((await ask(version)).status).toBe(200),
  );

  it('is anybody who may not sync first', async () => {
    const headers = { 'x-client-version': 'cli/1.0.0' };
    expect(await refused(await registry.get('/sync/manifest', headers))).toBe('401 unauthorized');
  });

  it('is nobody where no version is set, and none but who syncs', async () => {
    await using lenient = await openRegistry();
    const headers = { ...(await lenient.as('dora')), 'x-client-version': 'cli/0.0.1' };
    expect((await lenient.get('/sync/manifest', headers)).status).toBe(200);
    expect((await registry.get('/whoami', { authorization, 'x-client-version': 'cli/1.0.0' })).status).toBe(200);
  });

  it.each([
    [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
    ],
  ])('comes before others as Semantic Versioning says: %s …', async (...ordered) => {
    for (const [index, minimum] of ordered.entries()) {
      await using strict = await openRegistry('sqlite', { settings: { minClientVersion: minimum } });
      const headers = await strict.as('dora');
      const statuses = await Promise.all(
        ordered.map(
          async (version) =>
            (await strict.get('/sync/manifest', { ...headers, 'x-client-version': `cli/${version}` })).status,
        ),
      );
      expect(statuses).toEqual(ordered.map((_, place) => (place < index ? 426 : 200)));
    }
  });
});
