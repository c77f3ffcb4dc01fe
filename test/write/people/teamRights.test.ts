import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam, join } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

const people = ['olga', 'mark', 'mimi', 'eve'] as const;
const ok = 'done';

/** What comes of it for an owner, a maintainer, a member, and someone who is not in the team. */
type Outcomes = readonly [string, string, string, string];
const members: Outcomes = [ok, ok, ok, '403 forbidden'];
const publishers: Outcomes = [ok, ok, '403 forbidden', '403 forbidden'];
const owners: Outcomes = [ok, '403 forbidden', '403 forbidden', '403 forbidden'];
const unseen = (outcomes: Outcomes, refusal: string): Outcomes => [outcomes[0], outcomes[1], outcomes[2], refusal];

describe.each(engineNames)('in a team on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let privateKit: number;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of [...people, 'guest', 'other']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member', guest: 'member' });
    await publish('olga', 'open', 'First.');
    await publish('olga', 'plans', 'First.', 'private');
    await answerOf(
      'createKit',
      await registry.send('POST', '/kits', 'olga', { owner: 'crew', slug: 'set', name: 'A' }),
    );
    const kit = { owner: 'crew', slug: 'safe', name: 'B', visibility: 'private' };
    await answerOf('createKit', await registry.send('POST', '/kits', 'olga', kit));
    await registry.send('PUT', '/kits/crew/safe/skills/crew/plans', 'olga', {});
    const row = registry.engine.db.selectFrom('kits').select('id').where('slug', '=', 'safe');
    privateKit = (await row.executeTakeFirstOrThrow()).id;
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const get = async (path: string, who: string) => registry.get(path, await registry.as(who));
  const publish = (who: string, slug: string, text: string, visibility = 'public') => {
    const files = [{ path: 'SKILL.md', text: skillMd(slug, text) }];
    return registry.send('POST', `/skills/crew/${slug}/versions`, who, { files, visibility });
  };
  const change = (slug: string, body: unknown) => (who: string) =>
    registry.send('PATCH', `/skills/crew/${slug}`, who, body);
  /** Another version, so that there is one to withdraw and one that stays. */
  const withdraw = (slug: string, visibility: string) => async (who: string) => {
    const { hash } = await answerOf('publishSkillVersion', await publish('olga', slug, `For ${who}.`, visibility));
    return () => registry.send('DELETE', `/skills/crew/${slug}/versions/${hash}`, who);
  };
  const here = (act: (who: string) => Promise<Response>) => async (who: string) => () => act(who);

  it.each<[string, Outcomes, (who: string) => Promise<() => Promise<Response>>]>([
    ['publishing', publishers, here((who) => publish(who, `by-${who}`, 'New.'))],
    ['publishing another version', publishers, here((who) => publish(who, 'open', `By ${who}.`))],
    [
      'hiding a skill',
      publishers,
      async (who) => {
        await change('open', { visibility: 'public' })('olga');
        return () => change('open', { visibility: 'private' })(who);
      },
    ],
    [
      'showing a private skill',
      unseen(publishers, '404 skill_not_found'),
      async (who) => {
        await change('plans', { visibility: 'private' })('olga');
        return () => change('plans', { visibility: 'public' })(who);
      },
    ],
    [
      'deprecating',
      publishers,
      async (who) => {
        await change('open', { visibility: 'public', deprecated: false })('olga');
        return () => change('open', { deprecated: true, deprecation_message: 'Old.' })(who);
      },
    ],
    [
      'withdrawing a version',
      publishers,
      async (who) => {
        await change('open', { visibility: 'public', deprecated: false })('olga');
        return withdraw('open', 'public')(who);
      },
    ],
    [
      'withdrawing a private version',
      unseen(publishers, '404 skill_not_found'),
      async (who) => {
        await change('plans', { visibility: 'private' })('olga');
        return withdraw('plans', 'private')(who);
      },
    ],
    [
      'reading a private skill',
      unseen(members, '404 skill_not_found'),
      async (who) => {
        await change('plans', { visibility: 'private' })('olga');
        return () => get('/skills/crew/plans', who);
      },
    ],
    [
      'reading a private kit',
      unseen(members, '404 kit_not_found'),
      here((who) => get('/kits/by-handle/crew/safe', who)),
    ],
    [
      'making a kit',
      publishers,
      here((who) => registry.send('POST', '/kits', who, { owner: 'crew', slug: `of-${who}`, name: 'Tools' })),
    ],
    ['changing a kit', publishers, here((who) => registry.send('PATCH', '/kits/crew/set', who, { name: who }))],
    [
      'changing a private kit',
      unseen(publishers, '404 kit_not_found'),
      here((who) => registry.send('PATCH', '/kits/crew/safe', who, { name: who })),
    ],
    [
      'deleting a kit',
      publishers,
      async (who) => {
        await registry.send('POST', '/kits', 'olga', { owner: 'crew', slug: 'brief', name: 'Brief' });
        return () => registry.send('DELETE', '/kits/crew/brief', who);
      },
    ],
    ['editing its profile', owners, here((who) => registry.send('PATCH', '/profiles/crew', who, { bio: who }))],
    ['asking for a key challenge', owners, here((who) => registry.send('POST', '/profiles/crew/key/challenge', who))],
    [
      'binding a key',
      ['400 malformed_body', owners[1], owners[2], owners[3]],
      here((who) => registry.send('PUT', '/profiles/crew/key', who, { public_key: 'no key', proof: 'no proof' })),
    ],
    [
      'revoking its key',
      ['404 not_found', owners[1], owners[2], owners[3]],
      here((who) => registry.send('DELETE', '/profiles/crew/key', who)),
    ],
    ['listing its keys', members, here((who) => get('/profiles/crew/keys', who))],
    ['listing its members', members, here((who) => get('/teams/crew/members', who))],
    [
      'inviting someone',
      owners,
      here((who) => registry.send('PUT', '/teams/crew/members/other', who, { role: 'member' })),
    ],
    [
      'withdrawing an invitation',
      owners,
      async (who) => {
        await registry.send('PUT', '/teams/crew/members/other', 'olga', { role: 'member' });
        return () => registry.send('DELETE', '/teams/crew/members/other', who);
      },
    ],
    [
      'claiming a team that has an owner',
      [ok, '409 conflict', '403 forbidden', '403 forbidden'],
      here((who) => registry.send('PUT', '/teams/crew/owner', who)),
    ],
    [
      'making oneself owner',
      owners,
      here((who) => registry.send('PUT', `/teams/crew/members/${who}`, who, { role: 'owner' })),
    ],
    [
      'removing someone',
      owners,
      async (who) => {
        await registry.send('DELETE', '/teams/crew/members/guest', 'olga');
        await join(registry, 'crew', 'guest', 'member', 'olga');
        return () => registry.send('DELETE', '/teams/crew/members/guest', who);
      },
    ],
  ])('%s is for those whose role says so; refused, it leaves no trace', async (_, expected, prepare) => {
    const outcomes: string[] = [];
    for (const who of people) {
      const act = await prepare(who);
      const before = await everything(registry.engine);
      const response = await act();
      outcomes.push(response.ok ? ok : await refused(response));
      if (!response.ok) expect(await everything(registry.engine), who).toEqual(before);
    }
    expect(outcomes).toEqual(expected);
  });

  it('nobody acts as another member, and an owner gives no rights under their own handle', async () => {
    await addKit(registry, 'olga', 'mine', []);
    for (const who of ['mark', 'mimi']) {
      expect(await refused(await registry.send('PATCH', '/kits/olga/mine', who, { name: 'No' }))).toBe('403 forbidden');
      expect(await refused(await registry.send('PATCH', '/profiles/olga', who, { bio: 'No.' }))).toBe('403 forbidden');
    }
    expect(await refused(await registry.send('PATCH', '/profiles/mimi', 'olga', { bio: 'No.' }))).toBe('403 forbidden');
  });

  it('asks those who say nothing who they are', async () => {
    for (const path of ['/teams/crew/members', '/profiles/crew/keys'])
      expect(await refused(await registry.get(path))).toBe('401 unauthorized');
    const key = { authorization: `Bearer ${await registry.tokenFor('mimi', 'kit', privateKit)}` };
    expect(await refused(await registry.get('/teams/crew/members', key))).toBe('403 insufficient_scope');
  });

  it('a kit key opens the team’s private kit while its holder is a member, and no longer', async () => {
    await change('plans', { visibility: 'private' })('olga');
    await registry.as('leaver');
    await registry.send('PUT', '/teams/crew/members/leaver', 'olga', { role: 'member' });
    const invited = { authorization: `Bearer ${await registry.tokenFor('leaver', 'kit', privateKit)}` };
    expect(await refused(await registry.get('/skills/crew/plans', invited))).toBe('404 skill_not_found');
    await registry.send('PUT', '/invitations/crew', 'leaver', { role: 'member' });
    const key = { authorization: `Bearer ${await registry.tokenFor('leaver', 'kit', privateKit)}` };
    const synced = async () =>
      (await answerOf('getSyncManifest', await registry.get('/sync/manifest', key))).skills.map(
        (skill) => skill.skill_id,
      );
    expect(await synced()).toEqual(['crew:plans']);
    await answerOf('removeTeamMember', await registry.send('DELETE', '/teams/crew/members/leaver', 'leaver'));
    expect(await synced()).toEqual([]);
    expect(await refused(await registry.get('/skills/crew/plans', key))).toBe('404 skill_not_found');
  });
});
