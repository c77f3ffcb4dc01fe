import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../origin/contract/errors.ts';
import { createSyncManifests } from '../../origin/http/syncManifests.ts';
import { jsonAnswer } from '../../origin/read/answer.ts';
import { callerOf } from '../../origin/store/access/tokens.ts';
import { syncEntries } from '../../origin/store/library/sync.ts';
import type { Caller, viewOf } from '../../origin/store/view.ts';
import { published } from '../answers.ts';
import { freshManifest } from '../freshManifest.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { join, suspend } from '../scene.ts';
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
  it('is confirmed exactly while a fresh manifest would be the same', async () => {
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
            const fresh = await freshManifest(registry, token);
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
      { numRuns: times(12) },
    );
    expect(Math.min(confirmed, changed)).toBeGreaterThan(100);
  });

  it('is not confirmed to a member who gives up their handle, or claims another', async () => {
    await using registry = await openRegistry();
    await stage(registry);
    await registry.as('drifter');
    await join(registry, 'crew', 'drifter', 'member', 'ada');
    await registry.send('PUT', '/kits/crew/tools/subscription', 'drifter');
    const authorization = `Bearer ${await registry.tokenFor('drifter', 'device')}`;
    let etag = '';
    const ask = async () => {
      const response = await registry.get('/sync/manifest', { authorization, 'if-none-match': etag });
      etag = response.headers.get('etag') ?? '';
      return [response.status, (await response.text()).includes('"crew:two"')];
    };
    expect(await ask()).toEqual([200, true]);
    await registry.send('DELETE', '/handles/drifter', 'drifter');
    expect(await ask()).toEqual([200, false]);
    await registry.send('POST', '/handles', 'drifter', { handle: 'settler' });
    expect(await ask()).toEqual([200, true]);
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
    expect(await ask()).toEqual([304, false]);
    await registry.send('PUT', '/invitations/crew', 'ben', { role: 'member' });
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
  await join(registry, 'crew', 'ben', 'member', 'ada');
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
        if (!action.on) return registry.send('DELETE', path, 'ada');
        await registry.send('PUT', path, 'ada', { role: 'member' });
        return registry.send('PUT', '/invitations/crew', action.person, { role: 'member' });
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
