import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitationLifetime } from '../../../origin/contract/access.ts';
import { limits } from '../../../origin/contract/fields.ts';
import { runMaintenance } from '../../../origin/write/maintenance.ts';
import { giveTeam } from '../../../scripts/operator/accounts/team.ts';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { addTeam, deskOf, join, newcomer, suspend } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

/** What a test asks of a registry about invitations. */
const asking = (registry: () => TestRegistry) => {
  const put = (team: string, member: string, role: string, by: string) =>
    registry().send('PUT', `/teams/${team}/members/${member}`, by, { role });
  const invite = async (team: string, member: string, role: string, by: string) => {
    await registry().as(member);
    const record = await answerOf('putTeamMember', await put(team, member, role, by));
    return 'expires_at' in record ? record : expect.fail(`${member} is in ${team}.`);
  };
  const remove = (team: string, member: string, by: string) =>
    registry().send('DELETE', `/teams/${team}/members/${member}`, by);
  const accept = (team: string, member: string, role: string) =>
    registry().send('PUT', `/invitations/${team}`, member, { role });
  const decline = (team: string, member: string) => registry().send('DELETE', `/invitations/${team}`, member);
  const inbox = async (who: string) =>
    (await answerOf('listInvitations', await registry().get('/invitations', await registry().as(who)))).invitations;
  const teamsIn = async (who: string) => (await inbox(who)).map(({ team, role }) => `${team.handle} ${role}`);
  const peopleOf = async (team: string, by: string) =>
    answerOf('listTeamMembers', await registry().get(`/teams/${team}/members`, await registry().as(by)));
  const roleOf = async (team: string, member: string, by = 'olga') =>
    (await peopleOf(team, by)).members.find(({ handle }) => handle === member)?.role;
  /** The refusal, after which the store holds what it held before. */
  async function leavesNothing(act: () => Promise<Response>): Promise<string> {
    const before = await everything(registry().engine);
    const refusal = await refused(await act());
    expect(await everything(registry().engine)).toEqual(before);
    return refusal;
  }
  return { put, invite, remove, accept, decline, inbox, teamsIn, peopleOf, roleOf, leavesNothing };
};

/** Lets time pass in which these people use their sessions, which would end else. */
async function pass({ clock, get, as }: TestRegistry, seconds: number, people: string[]): Promise<void> {
  const [end, step] = [clock.now + seconds, 10 * 24 * 60 * 60];
  while (clock.now < end) {
    clock.now = Math.min(end, clock.now + step);
    for (const person of people) await answerOf('whoami', await get('/whoami', await as(person)));
  }
}

describe.each(engineNames)('an invitation on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['olga', 'otto', 'mark', 'eve']) await registry.as(handle);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const { put, invite, remove, accept, decline, inbox, teamsIn, peopleOf, roleOf, leavesNothing } = asking(
    () => registry,
  );

  it('makes nobody the last owner of somebody else’s team', async () => {
    await addTeam(registry, 'malware-crew', { mallory: 'owner' });
    await invite('malware-crew', 'bob', 'owner', 'mallory');
    await answerOf('removeTeamMember', await remove('malware-crew', 'mallory', 'mallory'));
    const team = await answerOf('getProfile', await registry.get('/profiles/malware-crew'));
    expect(team).toMatchObject({ members: [], ownerless: true });
    await answerOf('declineInvitation', await decline('malware-crew', 'bob'));
    expect(await inbox('bob')).toEqual([]);
  });

  it('is shown to the invited person and to the team’s owners, and gives a role once it is accepted', async () => {
    await addTeam(registry, 'open', { olga: 'owner', mark: 'maintainer' });
    const invitation = await invite('open', 'ann', 'maintainer', 'olga');
    expect(invitation).toEqual({
      team: { handle: 'open', name: 'open', avatar_url: 'http://mirror.test/open.png' },
      member: { handle: 'ann', name: 'ann', avatar_url: 'http://mirror.test/ann.png' },
      role: 'maintainer',
      invited_by: 'olga',
      created_at: registry.clock.now,
      expires_at: registry.clock.now + invitationLifetime,
    });
    expect(await inbox('ann')).toEqual([invitation]);
    expect((await peopleOf('open', 'olga')).invitations).toEqual([invitation]);
    expect(await peopleOf('open', 'mark')).not.toHaveProperty('invitations');
    expect(await inbox('eve')).toEqual([]);
    const accepted = await answerOf('acceptInvitation', await accept('open', 'ann', 'maintainer'));
    expect(accepted).toEqual({
      handle: 'open',
      name: 'open',
      avatar_url: 'http://mirror.test/open.png',
      role: 'maintainer',
    });
    expect([await inbox('ann'), (await peopleOf('open', 'olga')).invitations]).toEqual([[], []]);
    expect(await roleOf('open', 'ann')).toBe('maintainer');
  });

  it('that says the same again changes nothing, nor does accepting twice', async () => {
    await addTeam(registry, 'twice', { olga: 'owner' });
    await invite('twice', 'ben', 'member', 'olga');
    registry.clock.now += 60;
    const before = await everything(registry.engine);
    await invite('twice', 'ben', 'member', 'olga');
    expect(await everything(registry.engine)).toEqual(before);
    const answers = await Promise.all([accept('twice', 'ben', 'member'), accept('twice', 'ben', 'member')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await peopleOf('twice', 'olga')).members.map(({ handle }) => handle)).toEqual(['olga', 'ben']);
    expect(await leavesNothing(() => accept('twice', 'ben', 'owner'))).toBe('404 not_found');
  });

  it('is accepted for the role that was shown alone', async () => {
    await addTeam(registry, 'bait', { olga: 'owner' });
    await invite('bait', 'cleo', 'member', 'olga');
    await invite('bait', 'cleo', 'owner', 'olga');
    const late = await accept('bait', 'cleo', 'member');
    expect(await refusalOf(late)).toMatchObject({ code: 'conflict', role: 'owner' });
    expect(await leavesNothing(() => accept('bait', 'cleo', 'maintainer'))).toBe('409 conflict');
    expect(await leavesNothing(() => registry.send('PUT', '/invitations/bait', 'cleo', {}))).toBe('400 malformed_body');
    await answerOf('acceptInvitation', await accept('bait', 'cleo', 'owner'));
  });

  it('is nobody else’s to answer, and answers nothing where there is none', async () => {
    await addTeam(registry, 'mine', { olga: 'owner' });
    await invite('mine', 'dan', 'member', 'olga');
    for (const team of ['mine', 'nobody', 'olga'])
      for (const act of [() => accept(team, 'eve', 'member'), () => decline(team, 'eve')])
        expect(await leavesNothing(act), team).toBe('404 not_found');
    expect(await leavesNothing(() => remove('mine', 'dan', 'eve'))).toBe('403 forbidden');
    expect(await leavesNothing(() => remove('mine', 'dan', 'dan'))).toBe('404 profile_not_found');
    expect(await leavesNothing(() => accept('No', 'eve', 'member'))).toBe('422 handle_invalid');
  });

  it('is withdrawn by an owner, and with the person: whoever is removed does not come back by it', async () => {
    await addTeam(registry, 'second-thoughts', { olga: 'owner', hal: 'maintainer' });
    await invite('second-thoughts', 'ida', 'member', 'olga');
    await answerOf('removeTeamMember', await remove('second-thoughts', 'ida', 'olga'));
    expect(await leavesNothing(() => accept('second-thoughts', 'ida', 'member'))).toBe('404 not_found');
    await invite('second-thoughts', 'hal', 'owner', 'olga');
    await answerOf('putTeamMember', await put('second-thoughts', 'hal', 'member', 'olga'));
    expect(await leavesNothing(() => accept('second-thoughts', 'hal', 'owner'))).toBe('404 not_found');
    await invite('second-thoughts', 'hal', 'owner', 'olga');
    await answerOf('removeTeamMember', await remove('second-thoughts', 'hal', 'olga'));
    expect(await leavesNothing(() => accept('second-thoughts', 'hal', 'owner'))).toBe('404 not_found');
  });

  it('falls with an owner whom others remove or demote, and stands when they leave by themselves', async () => {
    for (const [team, ends] of [
      ['removers', () => remove('removers', 'otto', 'olga')],
      ['demoters', () => put('demoters', 'otto', 'member', 'olga')],
    ] as const) {
      await addTeam(registry, team, { olga: 'owner', otto: 'owner' });
      await invite(team, 'jan', 'owner', 'otto');
      await invite(team, 'kim', 'member', 'olga');
      await ends();
      expect(await leavesNothing(() => accept(team, 'jan', 'owner'))).toBe('404 not_found');
      expect((await peopleOf(team, 'olga')).invitations?.map(({ member }) => member.handle)).toEqual(['kim']);
    }
    await addTeam(registry, 'handed-over', { otto: 'owner' });
    await invite('handed-over', 'lea', 'owner', 'otto');
    await remove('handed-over', 'otto', 'otto');
    await answerOf('acceptInvitation', await accept('handed-over', 'lea', 'owner'));
    const team = await answerOf('getProfile', await registry.get('/profiles/handed-over'));
    expect(team.members?.map(({ handle }) => handle)).toEqual(['lea']);
    expect(team).not.toHaveProperty('ownerless');
  });

  it('waits while the team or who gave it is suspended, and ends with the team', async () => {
    await addTeam(registry, 'shaky', { otto: 'owner', olga: 'owner' });
    await invite('shaky', 'max', 'member', 'otto');
    for (const target of ['otto', 'shaky']) {
      await suspend(registry, target, true);
      expect(await inbox('max'), target).toEqual([]);
      expect(await leavesNothing(() => accept('shaky', 'max', 'member'))).toBe('404 not_found');
      await suspend(registry, target, false);
      expect(await teamsIn('max')).toEqual(['shaky member']);
    }
    await suspend(registry, 'otto', true);
    await invite('shaky', 'max', 'member', 'olga');
    expect(await teamsIn('max')).toEqual(['shaky member']);
    await suspend(registry, 'otto', false);
    await registry.send('DELETE', '/handles/shaky', 'olga');
    expect(await inbox('max')).toEqual([]);
    expect(await leavesNothing(() => accept('shaky', 'max', 'member'))).toBe('404 not_found');
  });

  it('goes along with a change of handle, and waits while there is none', async () => {
    const rover = await newcomer(registry);
    await rover.send('POST', '/handles', { handle: 'rover' });
    await addTeam(registry, 'harbour', { olga: 'owner' });
    await answerOf('putTeamMember', await put('harbour', 'rover', 'member', 'olga'));
    const invited = async () => (await peopleOf('harbour', 'olga')).invitations?.map(({ member }) => member.handle);
    await rover.send('POST', '/handles', { handle: 'drifter', release: 'rover' });
    expect(await invited()).toEqual(['drifter']);
    await rover.send('DELETE', '/handles/drifter');
    expect(await invited()).toEqual([]);
    expect(await leavesNothing(() => rover.send('PUT', '/invitations/harbour', { role: 'member' }))).toBe(
      '404 not_found',
    );
    await rover.send('POST', '/handles', { handle: 'vagabond' });
    await answerOf('acceptInvitation', await rover.send('PUT', '/invitations/harbour', { role: 'member' }));
    expect(await roleOf('harbour', 'vagabond')).toBe('member');
  });

  // Every engine counts alike, and to fill this takes long.
  if (name === 'sqlite')
    it('is one of few: nobody is asked again and again, and no team asks everyone', async () => {
      const { invitations, invitationsBetween } = limits;
      for (let nth = 0; nth <= invitationsBetween; nth++) await addTeam(registry, `asking-${nth}`, { nag: 'owner' });
      for (let nth = 0; nth < invitationsBetween; nth++) {
        await invite(`asking-${nth}`, 'zoe', 'member', 'nag');
        if (nth > 0) await decline(`asking-${nth}`, 'zoe');
      }
      const last = `asking-${invitationsBetween}`;
      expect(await leavesNothing(() => put(last, 'zoe', 'member', 'nag'))).toBe('409 conflict');
      await accept('asking-0', 'zoe', 'member');
      await invite(last, 'zoe', 'member', 'nag');

      for (let nth = 0; nth < invitations; nth++) await invite('asking-0', `guest${nth}x`, 'member', 'nag');
      expect(await leavesNothing(() => put('asking-0', 'otto', 'member', 'nag'))).toBe('409 conflict');
      await remove('asking-0', 'guest7x', 'nag');
      await invite('asking-0', 'otto', 'member', 'nag');

      await registry.as('popular');
      for (let nth = 0; nth < invitations; nth++) {
        await addTeam(registry, `fans${nth}x`, { [`fan${nth}x`]: 'owner' });
        await invite(`fans${nth}x`, 'popular', 'member', `fan${nth}x`);
      }
      await addTeam(registry, 'one-more', { olga: 'owner' });
      expect(await leavesNothing(() => put('one-more', 'popular', 'member', 'olga'))).toBe('409 conflict');
      await decline('fans3x', 'popular');
      await invite('one-more', 'popular', 'member', 'olga');
      expect(await inbox('popular')).toHaveLength(invitations);
    });

  it('that was declined can’t be repeated for 30 days, by any owner, as any role', async () => {
    await using registry = await openRegistry(name);
    const { put, invite, remove, accept, decline, inbox, teamsIn, peopleOf, leavesNothing } = asking(() => registry);
    await addTeam(registry, 'eager', { olga: 'owner', otto: 'owner' });
    await invite('eager', 'fay', 'member', 'olga');
    await answerOf('declineInvitation', await decline('eager', 'fay'));
    expect([await inbox('fay'), (await peopleOf('eager', 'olga')).invitations]).toEqual([[], []]);
    for (const by of ['olga', 'otto'])
      for (const role of ['member', 'owner'])
        expect(await leavesNothing(() => put('eager', 'fay', role, by))).toBe('409 conflict');
    expect(await leavesNothing(() => remove('eager', 'fay', 'olga'))).toBe('404 profile_not_found');
    expect(await leavesNothing(() => accept('eager', 'fay', 'member'))).toBe('404 not_found');
    await pass(registry, invitationLifetime, ['olga', 'otto', 'fay']);
    await invite('eager', 'fay', 'member', 'otto');
    expect(await teamsIn('fay')).toEqual(['eager member']);
  });

  it('that nobody answers ends after 30 days, and is forgotten', async () => {
    await using registry = await openRegistry(name);
    const { invite, accept, inbox, teamsIn, peopleOf, leavesNothing } = asking(() => registry);
    await addTeam(registry, 'patient', { olga: 'owner' });
    await invite('patient', 'gus', 'member', 'olga');
    await pass(registry, invitationLifetime - 1, ['olga', 'gus']);
    expect(await teamsIn('gus')).toEqual(['patient member']);
    registry.clock.now += 1;
    expect([await inbox('gus'), (await peopleOf('patient', 'olga')).invitations]).toEqual([[], []]);
    expect(await leavesNothing(() => accept('patient', 'gus', 'member'))).toBe('404 not_found');
    await runMaintenance(registry.engine, registry.clock.now);
    expect((await everything(registry.engine))['team_invitations']).toEqual([]);
    await invite('patient', 'gus', 'member', 'olga');
  });

  it('from whoever runs the registry gives a team that nobody owns an owner', async () => {
    await addTeam(registry, 'orphan', { otto: 'owner', mark: 'member' });
    await registry.as('una');
    const give = () => giveTeam(deskOf(registry), 'orphan', 'una');
    await expect(give()).rejects.toMatchObject({ code: 'conflict' });
    await remove('orphan', 'otto', 'otto');
    expect((await give()).text).toContain('http://mirror.test/settings/teams');
    expect(await inbox('una')).toMatchObject([{ role: 'owner', invited_by: '' }]);
    const shown = async () => answerOf('getProfile', await registry.get('/profiles/orphan'));
    expect(await shown()).toMatchObject({ ownerless: true, members: [{ handle: 'mark' }] });
    await answerOf('acceptInvitation', await accept('orphan', 'una', 'owner'));
    expect(await shown()).not.toHaveProperty('ownerless');
    expect(await roleOf('orphan', 'una', 'una')).toBe('owner');
  });

  it('to own a team asks a member as well, and joins nobody twice', async () => {
    await addTeam(registry, 'raised', { olga: 'owner', pia: 'member' });
    await join(registry, 'raised', 'pia', 'owner', 'olga');
    expect((await peopleOf('raised', 'olga')).members.map(({ handle, role }) => `${handle} ${role}`)).toEqual([
      'olga owner',
      'pia owner',
    ]);
  });
});
