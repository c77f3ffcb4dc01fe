import { describe, expect, it } from 'vitest';
import { withoutLimits } from '../../../origin/contract/quotas.ts';
import { answerOf, published, refusalOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam, follow, install, newcomer, suspend } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

/** What an anonymous caller can ask about a person called this, and about those they have to do with. */
const asked = (handle: string, hash: string): string[] => [
  ...[
    '/skills',
    '/skills?sort=alpha',
    `/skills?q=${handle}`,
    `/skills/${handle}/sums`,
    `/skills/${handle}/sums/manifest`,
    `/skills/${handle}/sums/kits`,
    `/skills/${handle}/sums/versions/${hash}/files`,
    `/skills/${handle}/sums/versions/${hash}/file?path=SKILL.md`,
    `/skills/${handle}/sums/versions/${hash}/scan`,
    '/skills/grace/tables',
    '/skills/grace/tables/kits',
    `/search?q=${handle}`,
    '/search?q=sums',
    '/search?q=reckoners',
    '/discover/kits',
    '/discover/people',
    '/discover/people?sort=new',
    '/discover/feed',
    `/profiles/${handle}`,
    `/profiles/${handle}/followers`,
    `/profiles/${handle}/following`,
    '/profiles/grace',
    '/profiles/grace/followers',
    '/profiles/grace/following',
    '/profiles/crew',
    `/kits/by-handle/${handle}/reckoners`,
    '/kits/by-handle/grace/mixed',
    '/stats',
    '/moderation',
  ].map((path) => `/api/v1${path}`),
  ...['', '.md', '/sums', '/sums.md', '/.well-known/agent-skills/index.json'].map((page) => `/${handle}${page}`),
  ...['/grace', '/grace/tables', '/crew', '/', '/grace/kit/mixed.md'],
];

const answers = (registry: TestRegistry, handle: string, hash: string): Promise<string[]> =>
  Promise.all(
    asked(handle, hash).map(async (path) => {
      const response = await registry.app.request(path);
      return `${path} ${response.status}\n${await response.text()}`;
    }),
  );

describe.each(engineNames)('releaseHandle on %s', (name) => {
  /** Ada has a skill of two versions and a private one, a kit, a team, and to do with Grace in every way. */
  async function opened() {
    const registry = await openRegistry(name);
    const ada = await newcomer(registry);
    await answerOf('claimHandle', await ada.send('POST', '/handles', { handle: 'ada' }));
    const publish = async (slug: string, text: string, visibility = 'public') => {
      const files = [{ path: 'SKILL.md', text: skillMd(slug, text) }];
      const answer = await ada.send('POST', `/skills/ada/${slug}/versions`, { files, visibility });
      return (await answerOf('publishSkillVersion', answer)).hash;
    };
    const hash = await publish('sums', 'Adds.');
    await publish('sums', 'Adds more.');
    await publish('diary', 'Nobody’s business.', 'private');
    await published(registry, 'grace:tables');
    await addKit(registry, 'ada', 'reckoners', ['ada:sums', 'grace:tables']);
    await addKit(registry, 'grace', 'mixed', [`ada:sums@${hash}`, 'grace:tables']);
    await install(registry, 'ada', 'grace:tables');
    await install(registry, 'grace', 'ada:sums');
    await follow(registry, 'grace', 'ada');
    await ada.send('PUT', '/profiles/grace/follow');
    await addTeam(registry, 'crew', { grace: 'owner', ada: 'member' });
    return { registry, ada, hash, [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose]() };
  }

  it('takes a person out of everything that anyone is shown, and another handle brings all of it back', async () => {
    await using place = await opened();
    const { registry, ada, hash } = place;
    const before = await answers(registry, 'ada', hash);
    expect(before.filter((answer) => / 200\n/.test(answer)).length).toBe(before.length);

    registry.clock.now += 60;
    expect(await answerOf('releaseHandle', await ada.send('DELETE', '/handles/ada'))).toEqual({
      handle: 'ada',
      released: true,
    });
    for (const answer of await answers(registry, 'ada', hash)) {
      const [line = '', ...body] = answer.split('\n');
      if (/\/ada\b/.test(line)) expect(line).toMatch(/ 404$/);
      else expect(body.join('\n').replace(/^\{"query":"\w+"/, ''), line).not.toMatch(/\bada\b|sums|reckoners|Adds/);
    }

    registry.clock.now += 60;
    // Lists put those of one second in the order of their handles, so the other one has to sort as the first did.
    await answerOf('claimHandle', await ada.send('POST', '/handles', { handle: 'byron' }));
    const after = await answers(registry, 'byron', hash);
    expect(after).toEqual(before.map((answer) => answer.replaceAll(/(?<=\b|%2F)ada\b/g, 'byron')));
  });

  it('hides what is private from its owner too while there is no address for it', async () => {
    await using place = await opened();
    const { registry, ada } = place;
    const own = async () => {
      const { skills } = await answerOf('listSkills', await registry.get('/skills', ada.headers));
      const synced = await answerOf('getSyncManifest', await registry.get('/sync/manifest', ada.headers));
      return [skills, synced.skills].map((all) => all.map((skill) => skill.skill_id).sort());
    };
    expect(await own()).toEqual([
      ['ada:diary', 'ada:sums', 'grace:tables'],
      ['ada:diary', 'ada:sums', 'grace:tables'],
    ]);
    await ada.send('DELETE', '/handles/ada');
    expect(await own()).toEqual([['grace:tables'], ['grace:tables']]);
    await ada.send('POST', '/handles', { handle: 'lovelace' });
    expect((await own())[0]).toEqual(['grace:tables', 'lovelace:diary', 'lovelace:sums']);
  });

  it('lets the handle rest: nobody else gets it, nor what looks like it, not even as a team', async () => {
    await using registry = await openRegistry(name);
    const { send } = await newcomer(registry);
    await send('POST', '/handles', { handle: 'olio' });
    await send('DELETE', '/handles/olio');
    const other = await newcomer(registry);
    for (const handle of ['olio', '0lio', 'oiio', 'o-lio']) {
      expect(await refused(await other.send('POST', '/handles', { handle })), handle).toBe('409 handle_taken');
      expect(await refused(await registry.send('POST', '/teams', 'grace', { handle })), handle).toBe(
        '409 handle_taken',
      );
    }
    for (const handle of ['0lio', 'oiio', 'o-lio'])
      expect(await refused(await send('POST', '/handles', { handle })), handle).toBe('409 handle_taken');
    expect(await refused(await send('DELETE', '/handles/olio'))).toBe('404 profile_not_found');
    expect(await refused(await other.send('DELETE', '/handles/olio'))).toBe('404 profile_not_found');
  });

  it('can be taken back by whoever gave the handle up, with all that was theirs', async () => {
    await using place = await opened();
    const { registry, ada, hash } = place;
    const before = await answers(registry, 'ada', hash);
    await ada.send('DELETE', '/handles/ada');
    registry.clock.now += 60;
    const { handle } = await answerOf('claimHandle', await ada.send('POST', '/handles', { handle: 'ada' }));
    expect(handle).toBe('ada');
    expect(await answers(registry, 'ada', hash)).toEqual(before);
    await ada.send('POST', '/handles', { handle: 'byron', release: 'ada' });
    await answerOf('claimHandle', await ada.send('POST', '/handles', { handle: 'ada', release: 'byron' }));
    expect(await answers(registry, 'ada', hash)).toEqual(before);
    const other = await newcomer(registry);
    for (const wanted of ['byron', 'byr0n', 'ada'])
      expect(await refused(await other.send('POST', '/handles', { handle: wanted })), wanted).toBe('409 handle_taken');
  });

  it('and taking it back count as no new handle, but as moves, which rename all that is below it', async () => {
    await using registry = await openRegistry(name, {
      settings: { quotas: { ...withoutLimits, handles: 2, moves: 6 } },
    });
    const { send } = await newcomer(registry);
    await answerOf('claimHandle', await send('POST', '/handles', { handle: 'ada' }));
    await answerOf('claimHandle', await send('POST', '/handles', { handle: 'byron', release: 'ada' }));
    for (const [handle, release] of [
      ['ada', 'byron'],
      ['byron', 'ada'],
      ['ada', 'byron'],
    ])
      await answerOf('claimHandle', await send('POST', '/handles', { handle, release }));
    expect(await refused(await send('POST', '/handles', { handle: 'third', release: 'ada' }))).toBe(
      '403 quota_exceeded',
    );
    await send('DELETE', '/handles/ada');
    expect(await refused(await send('POST', '/handles', { handle: 'third' }))).toBe('403 quota_exceeded');
    await answerOf('claimHandle', await send('POST', '/handles', { handle: 'ada' }));
    expect(await registry.engine.db.selectFrom('handles').select('handle').execute()).toHaveLength(2);
    const again = await refusalOf(await send('POST', '/handles', { handle: 'byron', release: 'ada' }));
    expect(again).toMatchObject({ code: 'quota_exceeded', quota: 'moves', limit: 6, used: 6 });
  });

  it('leaves what stands in libraries named as it was when it was added', async () => {
    await using registry = await openRegistry(name);
    const ada = await newcomer(registry);
    const move = async (handle: string, release?: string) => {
      registry.clock.now += 60;
      await answerOf('claimHandle', await ada.send('POST', '/handles', { handle, release }));
      registry.clock.now += 60;
      await ada.send('POST', `/skills/${handle}/of-${handle}/versions`, {
        files: [{ path: 'SKILL.md', text: skillMd(`of-${handle}`) }],
      });
      await install(registry, 'grace', `${handle}:of-${handle}`);
    };
    await move('first');
    await move('second', 'first');
    registry.clock.now += 60;
    await answerOf('claimHandle', await ada.send('POST', '/handles', { handle: 'first', release: 'second' }));
    await ada.send('POST', '/skills/first/late/versions', { files: [{ path: 'SKILL.md', text: skillMd('late') }] });
    await install(registry, 'grace', 'first:late');
    registry.clock.now += 60;
    await answerOf('claimHandle', await ada.send('POST', '/handles', { handle: 'third', release: 'first' }));
    await ada.send('DELETE', '/handles/third');
    const { skills } = await answerOf('getLibrary', await registry.get('/library', await registry.as('grace')));
    expect(skills.map((skill) => skill.skill_id).sort()).toEqual(['first:late', 'first:of-first', 'second:of-second']);
  });

  it('keeps the handle of a suspended person for them, whether they held it or had given it up', async () => {
    await using registry = await openRegistry(name);
    const [holds, gaveUp, other] = [await newcomer(registry), await newcomer(registry), await newcomer(registry)];
    await holds.send('POST', '/handles', { handle: 'holder' });
    await gaveUp.send('POST', '/handles', { handle: 'giver' });
    await gaveUp.send('DELETE', '/handles/giver');
    for (const handle of ['holder', 'giver']) await suspend(registry, handle, true);
    for (const handle of ['holder', 'giver', 'h0lder', 'g1ver'])
      expect(await refused(await other.send('POST', '/handles', { handle })), handle).toBe('409 handle_taken');
    expect(await refused(await holds.send('DELETE', '/handles/holder'))).toBe('401 token_revoked');
    expect(await refused(await gaveUp.send('POST', '/handles', { handle: 'giver' }))).toBe('401 token_revoked');
    for (const handle of ['holder', 'giver']) await suspend(registry, handle, false);
    expect((await answerOf('whoami', await registry.get('/whoami', holds.headers))).handle).toBe('holder');
    await answerOf('claimHandle', await gaveUp.send('POST', '/handles', { handle: 'giver' }));
  });

  it('ends a team until one of its owners founds it again, as it was, which is no new team', async () => {
    await using registry = await openRegistry(name, { settings: { quotas: { ...withoutLimits, teams: 1, moves: 2 } } });
    for (const handle of ['olga', 'mark', 'eve']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer' });
    const files = [{ path: 'SKILL.md', text: skillMd('shared') }];
    await registry.send('POST', '/skills/crew/shared/versions', 'olga', { files });
    const before = await answerOf('getProfile', await registry.get('/profiles/crew'));
    await answerOf('releaseHandle', await registry.send('DELETE', '/handles/crew', 'olga'));
    const found = (by: string, handle = 'crew') => registry.send('POST', '/teams', by, { handle, displayName: 'New' });
    for (const by of ['mark', 'eve']) expect(await refused(await found(by)), by).toBe('409 handle_taken');
    expect(await refused(await registry.send('POST', '/handles', 'olga', { handle: 'crew', release: 'olga' }))).toBe(
      '409 handle_taken',
    );
    await suspend(registry, 'crew', true);
    expect(await refused(await found('olga'))).toBe('403 forbidden');
    await suspend(registry, 'crew', false);
    expect(await answerOf('createTeam', await found('olga'))).toEqual(before);
    expect(await refused(await found('olga'))).toBe('409 handle_taken');
    expect(await refused(await found('olga', 'other'))).toBe('403 quota_exceeded');
    expect(await answerOf('getProfile', await registry.get('/profiles/crew'))).toEqual(before);
    for (const refusal of [undefined, '403 quota_exceeded']) {
      await answerOf('releaseHandle', await registry.send('DELETE', '/handles/crew', 'olga'));
      const answer = await found('olga');
      expect(answer.ok ? undefined : await refused(answer)).toBe(refusal);
    }
  });

  it('of a team is for its owners, and nobody else’s handle is anybody’s to give up', async () => {
    await using registry = await openRegistry(name);
    for (const handle of ['olga', 'mark', 'mimi', 'eve']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
    const files = [{ path: 'SKILL.md', text: skillMd('shared') }];
    await registry.send('POST', '/skills/crew/shared/versions', 'olga', { files });
    const before = await everything(registry.engine);
    for (const handle of ['mark', 'mimi', 'eve'])
      expect(await refused(await registry.send('DELETE', '/handles/crew', handle)), handle).toBe('403 forbidden');
    expect(await refused(await registry.send('DELETE', '/handles/mark', 'eve'))).toBe('403 forbidden');
    expect(await refused(await registry.send('DELETE', '/handles/nobody', 'eve'))).toBe('404 profile_not_found');
    expect(await refused(await registry.send('DELETE', '/handles/No', 'eve'))).toBe('422 handle_invalid');
    expect(await everything(registry.engine)).toEqual(before);
    expect((await registry.send('DELETE', '/handles/crew', 'olga')).status).toBe(200);
    expect(await refused(await registry.get('/profiles/crew'))).toBe('404 profile_not_found');
    expect(await refused(await registry.get('/skills/crew/shared', await registry.as('olga')))).toBe(
      '404 skill_not_found',
    );
  });
});
