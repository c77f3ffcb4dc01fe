import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../origin/contract/access.ts';
import { answerOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addTeam, join, newcomer, suspend } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

/** What a test asks of a registry about teams. */
const asking = (registry: () => TestRegistry) => {
  const put = (team: string, member: string, role: string, by: string) =>
    registry().send('PUT', `/teams/${team}/members/${member}`, by, { role });
  const remove = (team: string, member: string, by: string) =>
    registry().send('DELETE', `/teams/${team}/members/${member}`, by);
  /** Who is in it, as one of them is told. */
  const roles = async (team: string, by: string): Promise<Record<string, Role>> => {
    const response = await registry().get(`/teams/${team}/members`, await registry().as(by));
    const { members } = await answerOf('listTeamMembers', response);
    return Object.fromEntries(members.map(({ handle, role }) => [handle, role]));
  };
  /** Who is in it, as everyone is told. */
  const shown = async (team: string) => {
    const { members } = await answerOf('getProfile', await registry().get(`/profiles/${team}`));
    return members?.map(({ handle }) => handle);
  };
  const publishes = async (author: string, slug: string, send: (path: string, body: unknown) => Promise<Response>) =>
    (await send(`/skills/${author}/${slug}/versions`, { files: [{ path: 'SKILL.md', text: skillMd(slug) }] })).status;
  /** The refusal, after which the store holds what it held before. */
  async function leavesNothing(act: () => Promise<Response>): Promise<string> {
    const before = await everything(registry().engine);
    const refusal = await refused(await act());
    expect(await everything(registry().engine)).toEqual(before);
    return refusal;
  }
  return { put, remove, roles, shown, publishes, leavesNothing };
};

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['olga', 'otto', 'mark', 'mimi', 'eve']) await registry.as(handle);
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const { put, remove, roles, shown, publishes, leavesNothing } = asking(() => registry);

  describe('createTeam', () => {
    const create = (body: unknown, handle = 'olga') => registry.send('POST', '/teams', handle, body);

    it('makes a team of one owner, whom it names, and who publishes for it at once', async () => {
      const response = await create({ handle: 'founders', displayName: ' The founders ' });
      expect(response.status).toBe(201);
      const team = await answerOf('createTeam', response);
      expect(team).toMatchObject({ handle: 'founders', displayName: 'The founders', kind: 'team', skills: [] });
      expect(team.members).toEqual([{ handle: 'olga', name: 'olga', avatar_url: 'http://mirror.test/olga.png' }]);
      expect(await answerOf('getProfile', await registry.get('/profiles/founders'))).toEqual(team);
      expect(await roles('founders', 'olga')).toEqual({ olga: 'owner' });
      expect(await publishes('founders', 'charter', (path, body) => registry.send('POST', path, 'olga', body))).toBe(
        201,
      );
      const { items } = await answerOf('listActivity', await registry.get('/discover/feed?limit=100'));
      expect(items.filter(({ target }) => target === 'founders').map(({ kind }) => kind)).toEqual(['profile']);
    });

    it('needs a handle of one’s own', async () => {
      const { send } = await newcomer(registry);
      expect(await leavesNothing(() => send('POST', '/teams', { handle: 'nameless' }))).toBe('403 forbidden');
      await send('POST', '/handles', { handle: 'was-here' });
      await send('DELETE', '/handles/was-here');
      expect(await leavesNothing(() => send('POST', '/teams', { handle: 'nameless' }))).toBe('403 forbidden');
    });

    it('needs a token that may claim', async () => {
      const post = async (headers: Record<string, string>) =>
        registry.app.request('/api/v1/teams', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ handle: 'by-device' }),
        });
      const device = { authorization: `Bearer ${await registry.tokenFor('olga', 'device')}` };
      expect(await leavesNothing(() => post(device))).toBe('403 insufficient_scope');
      expect(await leavesNothing(() => post({}))).toBe('401 unauthorized');
    });

    it.each([
      ['a capital', { handle: 'Crew' }, '422 handle_invalid'],
      ['a hyphen last', { handle: 'crew-' }, '422 handle_invalid'],
      ['two hyphens', { handle: 'c--rew' }, '422 handle_invalid'],
      ['forty characters', { handle: 'a'.repeat(40) }, '422 handle_invalid'],
      ['nothing', { handle: '' }, '422 handle_invalid'],
      ['a reserved word', { handle: 'teams' }, '422 handle_invalid'],
      ['a person’s handle', { handle: 'eve' }, '409 handle_taken'],
      ['one’s own handle', { handle: 'olga' }, '409 handle_taken'],
      ['what looks like a person’s', { handle: '0tto' }, '409 handle_taken'],
      ['no handle', {}, '400 malformed_body'],
      ['an empty name', { handle: 'nameless', displayName: ' ' }, '400 malformed_body'],
      ['a NUL in its name', { handle: 'nameless', displayName: 'a\0' }, '400 malformed_body'],
      ['a field that is none of these', { handle: 'nameless', members: ['eve'] }, '400 malformed_body'],
    ])('refuses %s and stores nothing', async (_, body, refusal) => {
      expect(await leavesNothing(() => create(body))).toBe(refusal);
    });

    it('refuses what looks like a team’s handle, or like one that was given up', async () => {
      await answerOf('createTeam', await create({ handle: 'solo' }));
      expect(await leavesNothing(() => create({ handle: 's0-1o' }, 'eve'))).toBe('409 handle_taken');
      await answerOf('releaseHandle', await registry.send('DELETE', '/handles/solo', 'olga'));
      for (const [handle, founder] of [
        ['solo', 'eve'],
        ['s0lo', 'eve'],
        ['s0lo', 'olga'],
      ] as const)
        expect(await leavesNothing(() => create({ handle }, founder)), handle).toBe('409 handle_taken');
    });

    it('of fifty at once for one handle makes one, with one owner', async () => {
      const people = ['olga', 'otto', 'mark', 'mimi', 'eve'];
      const founders = Array.from({ length: 50 }, (_, index) => people[index % people.length] ?? '');
      const answers = await Promise.all(founders.map((founder) => create({ handle: 'wanted' }, founder)));
      const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? 'made' : refused(answer))));
      expect([...outcomes].sort()).toEqual([...Array(49).fill('409 handle_taken'), 'made']);
      const founder = founders[outcomes.indexOf('made')] ?? '';
      expect(await roles('wanted', founder)).toEqual({ [founder]: 'owner' });
    });
  });

  describe('putTeamMember', () => {
    it('changes a member’s role at once, but for that of an owner, which they have to accept', async () => {
      await addTeam(registry, 'growing', { olga: 'owner', mark: 'maintainer' });
      registry.clock.now += 60;
      await join(registry, 'growing', 'mimi', 'member', 'olga');
      const added_at = registry.clock.now;
      registry.clock.now += 60;
      await join(registry, 'growing', 'eve', 'member', 'olga');
      const record = await answerOf('putTeamMember', await put('growing', 'mimi', 'maintainer', 'olga'));
      expect(record).toEqual({
        handle: 'mimi',
        name: 'mimi',
        avatar_url: 'http://mirror.test/mimi.png',
        role: 'maintainer',
        added_at,
      });
      const offered = await answerOf('putTeamMember', await put('growing', 'mimi', 'owner', 'olga'));
      expect(offered).toMatchObject({ member: { handle: 'mimi' }, role: 'owner', invited_by: 'olga' });
      expect(await roles('growing', 'mimi')).toMatchObject({ mimi: 'maintainer' });
      expect(await refused(await registry.send('PATCH', '/profiles/growing', 'mimi', { bio: 'No.' }))).toBe(
        '403 forbidden',
      );
      const accepted = await registry.send('PUT', '/invitations/growing', 'mimi', { role: 'owner' });
      expect(await answerOf('acceptInvitation', accepted)).toMatchObject({ handle: 'growing', role: 'owner' });
      expect(Object.entries(await roles('growing', 'eve'))).toEqual([
        ['mark', 'maintainer'],
        ['olga', 'owner'],
        ['mimi', 'owner'],
        ['eve', 'member'],
      ]);
      expect(await shown('growing')).toEqual(['mark', 'olga', 'mimi', 'eve']);
    });

    it('that says what is so already changes nothing', async () => {
      await addTeam(registry, 'steady', { olga: 'owner', mimi: 'member' });
      const before = await everything(registry.engine);
      await answerOf('putTeamMember', await put('steady', 'mimi', 'member', 'olga'));
      await answerOf('putTeamMember', await put('steady', 'olga', 'owner', 'olga'));
      expect(await everything(registry.engine)).toEqual(before);
    });

    it('refuses whoever can’t be named, teams, and what is no team', async () => {
      await addTeam(registry, 'picky', { olga: 'owner' });
      await addTeam(registry, 'others', { olga: 'owner' });
      const gone = await newcomer(registry);
      await gone.send('POST', '/handles', { handle: 'gone' });
      await gone.send('DELETE', '/handles/gone');
      await registry.as('banned');
      await suspend(registry, 'banned', true);
      for (const member of ['nobody', 'gone', 'banned', 'others', 'picky'])
        expect(await leavesNothing(() => put('picky', member, 'member', 'olga')), member).toBe('404 profile_not_found');
      for (const team of ['nobody', 'olga', 'eve', 'gone'])
        for (const act of [() => put(team, 'mimi', 'member', 'olga'), () => remove(team, 'olga', 'olga')])
          expect(await leavesNothing(act), team).toBe('404 profile_not_found');
      expect(await leavesNothing(() => put('picky', 'Mimi', 'member', 'olga'))).toBe('422 handle_invalid');
      expect(await leavesNothing(() => put('Picky', 'mimi', 'member', 'olga'))).toBe('422 handle_invalid');
      for (const body of [{ role: 'king' }, {}, { role: 'member', until: 1 }]) {
        const send = () => registry.send('PUT', '/teams/picky/members/mimi', 'olga', body);
        expect(await leavesNothing(send)).toBe('400 malformed_body');
      }
    });
  });

  describe('removeTeamMember', () => {
    it('lets everybody leave, and owners remove anyone: what was theirs to see and do is over', async () => {
      await addTeam(registry, 'leaving', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
      const publish = (path: string, body: unknown) => registry.send('POST', path, 'mark', body);
      expect(await publishes('leaving', 'drill', publish)).toBe(201);
      await registry.send('PATCH', '/skills/leaving/drill', 'mark', { visibility: 'private' });
      const left = { handle: 'leaving', member: 'mimi', removed: true };
      expect(await answerOf('removeTeamMember', await remove('leaving', 'mimi', 'mimi'))).toEqual(left);
      await answerOf('removeTeamMember', await remove('leaving', 'mark', 'olga'));
      expect([await roles('leaving', 'olga'), await shown('leaving')]).toEqual([{ olga: 'owner' }, ['olga']]);
      for (const handle of ['mark', 'mimi']) {
        const read = (path: string) => registry.as(handle).then((headers) => registry.get(path, headers));
        expect(await refused(await read('/skills/leaving/drill'))).toBe('404 skill_not_found');
        expect(await refused(await read('/teams/leaving/members'))).toBe('403 forbidden');
        expect(await leavesNothing(() => remove('leaving', handle, handle))).toBe('404 profile_not_found');
      }
      expect(await publishes('leaving', 'drill-two', publish)).toBe(403);
    });

    it('finds nobody who is not in the team, and tells a stranger nothing of who is', async () => {
      await addTeam(registry, 'closed', { olga: 'owner', mimi: 'member' });
      for (const member of ['eve', 'nobody'])
        expect(await leavesNothing(() => remove('closed', member, 'olga'))).toBe('404 profile_not_found');
      for (const member of ['mimi', 'mark', 'nobody'])
        expect(await leavesNothing(() => remove('closed', member, 'eve'))).toBe('403 forbidden');
    });
  });

  describe('the last owner', () => {
    /** What everyone is told of a team’s owners. */
    const ownerless = async (team: string) =>
      (await answerOf('getProfile', await registry.get(`/profiles/${team}`))).ownerless;
    const claim = (team: string, by: string) => registry.send('PUT', `/teams/${team}/owner`, by);

    it('leaves as everyone may; the team says that it has no owner, and a maintainer becomes one', async () => {
      await addTeam(registry, 'crown', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
      expect(await leavesNothing(() => claim('crown', 'mark'))).toBe('409 conflict');
      await answerOf('removeTeamMember', await remove('crown', 'olga', 'olga'));
      expect([await roles('crown', 'mark'), await ownerless('crown')]).toEqual([
        { mark: 'maintainer', mimi: 'member' },
        true,
      ]);
      for (const who of ['olga', 'mimi', 'eve'])
        expect(await leavesNothing(() => claim('crown', who)), who).toBe('403 forbidden');
      const claimed = await answerOf('claimTeam', await claim('crown', 'mark'));
      expect(claimed).toEqual({
        handle: 'crown',
        name: 'crown',
        avatar_url: 'http://mirror.test/crown.png',
        role: 'owner',
      });
      expect([await roles('crown', 'mark'), await ownerless('crown')]).toEqual([
        { mark: 'owner', mimi: 'member' },
        undefined,
      ]);
      const again = async () => (await answerOf('claimTeam', await claim('crown', 'mark'))).role;
      expect([await again(), await again()]).toEqual(['owner', 'owner']);
    });

    it('steps down to another role as well, and takes it back', async () => {
      await addTeam(registry, 'steps', { olga: 'owner' });
      await answerOf('putTeamMember', await put('steps', 'olga', 'maintainer', 'olga'));
      expect([await roles('steps', 'olga'), await ownerless('steps')]).toEqual([{ olga: 'maintainer' }, true]);
      await answerOf('claimTeam', await claim('steps', 'olga'));
      expect([await roles('steps', 'olga'), await ownerless('steps')]).toEqual([{ olga: 'owner' }, undefined]);
    });

    it('is none while they are suspended, or hold no handle, and one still afterwards', async () => {
      await registry.as('sid');
      const rover = await newcomer(registry);
      await rover.send('POST', '/handles', { handle: 'ranger' });
      await addTeam(registry, 'asleep', { sid: 'owner', ranger: 'owner', mark: 'maintainer' });
      await suspend(registry, 'sid', true);
      expect(await ownerless('asleep')).toBe(undefined);
      expect(await leavesNothing(() => claim('asleep', 'mark'))).toBe('409 conflict');
      await rover.send('DELETE', '/handles/ranger');
      expect(await ownerless('asleep')).toBe(true);
      await suspend(registry, 'sid', false);
      expect(await ownerless('asleep')).toBe(undefined);
      await suspend(registry, 'sid', true);
      await answerOf('claimTeam', await claim('asleep', 'mark'));
      await suspend(registry, 'sid', false);
      expect(await roles('asleep', 'mark')).toEqual({ sid: 'owner', mark: 'owner' });
    });

    it('of two maintainers who claim at once is one', async () => {
      await addTeam(registry, 'rivals', { olga: 'owner', mark: 'maintainer', mimi: 'maintainer' });
      await remove('rivals', 'olga', 'olga');
      const answers = await Promise.all(['mark', 'mimi'].map((who) => claim('rivals', who)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(Object.values(await roles('rivals', 'mark')).sort()).toEqual(['maintainer', 'owner']);
    });

    it('may be two, who leave at once', async () => {
      await addTeam(registry, 'rush', { olga: 'owner', otto: 'owner' });
      const answers = await Promise.all(['olga', 'otto'].map((handle) => remove('rush', handle, handle)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect([await shown('rush'), await ownerless('rush')]).toEqual([[], true]);
    });

    it('stays where two owners demote one another at once', async () => {
      await addTeam(registry, 'duel', { olga: 'owner', otto: 'owner' });
      const answers = await Promise.all([put('duel', 'otto', 'member', 'olga'), put('duel', 'olga', 'member', 'otto')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(Object.values(await roles('duel', 'olga')).sort()).toEqual(['member', 'owner']);
    });
  });

  it('whoever gives up their handle is named no more, has no rights meanwhile, and comes back under another', async () => {
    const rover = await newcomer(registry);
    await rover.send('POST', '/handles', { handle: 'rover' });
    await addTeam(registry, 'harbour', { olga: 'owner', rover: 'maintainer' });
    const charts = { files: [{ path: 'SKILL.md', text: skillMd('charts') }], visibility: 'private' };
    await answerOf('publishSkillVersion', await rover.send('POST', '/skills/harbour/charts/versions', charts));
    const sees = async () => (await registry.get('/skills/harbour/charts', rover.headers)).status;
    expect(await sees()).toBe(200);
    await rover.send('DELETE', '/handles/rover');
    expect([await shown('harbour'), await roles('harbour', 'olga')]).toEqual([['olga'], { olga: 'owner' }]);
    expect(await publishes('harbour', 'nets', (path, body) => rover.send('POST', path, body))).toBe(403);
    expect(await sees()).toBe(404);
    expect((await rover.send('PATCH', '/profiles/harbour', { bio: 'No.' })).status).toBe(403);
    await rover.send('POST', '/handles', { handle: 'vagabond' });
    expect(await publishes('harbour', 'nets', (path, body) => rover.send('POST', path, body))).toBe(201);
    expect(await sees()).toBe(200);
    expect(await shown('harbour')).toEqual(['olga', 'vagabond']);
    expect(await roles('harbour', 'olga')).toEqual({ olga: 'owner', vagabond: 'maintainer' });
  });

  it('whoever is suspended is shown no more and does nothing, and their role is there when that is lifted', async () => {
    await registry.as('sue');
    await addTeam(registry, 'quay', { olga: 'owner', sue: 'maintainer' });
    await suspend(registry, 'sue', true);
    expect([await shown('quay'), await roles('quay', 'olga')]).toEqual([
      ['olga'],
      { olga: 'owner', sue: 'maintainer' },
    ]);
    const publish = (path: string, body: unknown) => registry.send('POST', path, 'sue', body);
    expect(await publishes('quay', 'ropes', publish)).toBe(401);
    await answerOf('putTeamMember', await put('quay', 'sue', 'owner', 'olga'));
    expect(await refused(await registry.send('PUT', '/invitations/quay', 'sue', { role: 'owner' }))).toBe(
      '401 token_revoked',
    );
    await suspend(registry, 'sue', false);
    expect(await shown('quay')).toEqual(['olga', 'sue']);
    expect(await publishes('quay', 'ropes', publish)).toBe(201);
    await answerOf('acceptInvitation', await registry.send('PUT', '/invitations/quay', 'sue', { role: 'owner' }));
    expect((await registry.send('PATCH', '/profiles/quay', 'sue', { bio: 'Here.' })).status).toBe(200);
  });
});

describe('the mirror', () => {
  it('shows who is in a team as the origin does, and never in which role', async () => {
    await using registry = await openRegistry();
    const { put, remove } = asking(() => registry);
    const owners: (true | undefined)[] = [];
    for (const handle of ['olga', 'mimi', 'eve']) await registry.as(handle);
    await using mirrored = await openMirrored(registry);
    const members = async () => {
      await mirrored.snapshot.step();
      const read = (app: typeof registry.app) =>
        Promise.all(
          ['/api/v1/profiles/crew', '/crew', '/crew.md'].map(async (path) => (await app.request(path)).text()),
        );
      const [record = '', ...pages] = await read(mirrored.mirror);
      expect([record, ...pages]).toEqual(await read(registry.app));
      expect(record).not.toMatch(/"owner"|maintainer/);
      const { members, ownerless } = JSON.parse(record) as { members: { handle: string }[]; ownerless?: true };
      expect(pages.map((page) => page.includes('no owner') || page.includes('Nobody owns'))).toEqual(
        pages.map(() => ownerless === true),
      );
      owners.push(ownerless);
      return members.map(({ handle }) => handle);
    };
    await registry.send('POST', '/teams', 'olga', { handle: 'crew' });
    expect(await members()).toEqual(['olga']);
    registry.clock.now += 60;
    await put('crew', 'mimi', 'maintainer', 'olga');
    expect(await members()).toEqual(['olga']);
    await registry.send('PUT', '/invitations/crew', 'mimi', { role: 'maintainer' });
    expect(await members()).toEqual(['olga', 'mimi']);
    await put('crew', 'mimi', 'member', 'olga');
    expect(await members()).toEqual(['olga', 'mimi']);
    await suspend(registry, 'olga', true);
    expect(await members()).toEqual(['mimi']);
    await suspend(registry, 'olga', false);
    await registry.send('DELETE', '/handles/mimi', 'mimi');
    expect(await members()).toEqual(['olga']);
    await registry.send('POST', '/handles', 'mimi', { handle: 'mina' });
    expect(await members()).toEqual(['olga', 'mina']);
    await remove('crew', 'mina', 'mimi');
    expect(await members()).toEqual(['olga']);
    expect(owners.map(Boolean)).toEqual([false, false, false, false, true, false, false, false]);
    await join(registry, 'crew', 'eve', 'maintainer', 'olga');
    await remove('crew', 'olga', 'olga');
    expect([await members(), owners.at(-1)]).toEqual([['eve'], true]);
    await registry.send('PUT', '/teams/crew/owner', 'eve');
    expect([await members(), owners.at(-1)]).toEqual([['eve'], undefined]);
  });
});
