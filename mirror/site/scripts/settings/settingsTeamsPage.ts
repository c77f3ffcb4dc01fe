/** Teams: what one is invited to, who is in those one is in, and founding one. */
import type { JsonBody } from '../../../../origin/contract/operations.ts';
import { findPeople, offerChoices } from '../forms/choose.ts';
import { answer, copyOf, dayOf, fieldIn, fill, formIn, part, refill, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';
import { type Account, begin } from '../requests/signedIn.ts';
import { showInvitations } from '../teams/invitations.ts';
import { offerProfile } from '../teams/profile.ts';

type Team = Account['teams'][number];
type People = Awaited<ReturnType<typeof call<'listTeamMembers'>>>;
type Member = People['members'][number];
type Invitation = NonNullable<People['invitations']>[number];
type Role = JsonBody<'putTeamMember'>['role'];

const roleIn = (data: FormData): Role => textIn(data, 'role') as Role;
const find = (element: HTMLElement, selector: string): HTMLFormElement =>
  element.querySelector(selector) as HTMLFormElement;

async function showTeams({ handle: me, teams }: Account): Promise<void> {
  const { invitations } = await call('listInvitations', {});
  showInvitations(invitations, showAgain);
  const people = await Promise.all(teams.map(({ handle }) => call('listTeamMembers', { handle })));
  showEach('teams', teams, (section, team) => {
    const { handle, name, role } = team;
    const { members = [], invitations = [] } = people[teams.indexOf(team)] ?? {};
    fill(section, { name: name || handle, role });
    section.querySelector('a')?.setAttribute('href', placeOf('profilePage', { author: handle }));
    put(
      section,
      'people',
      members.map((member) => memberRow(team, me, member)),
    );
    put(
      section,
      'waiting',
      invitations.map((invitation) => waitingRow(team, members, invitation)),
    );
    offerOwning(section, team);
    const add = find(section, '.add');
    add.hidden = role !== 'owner';
    offerChoices(fieldIn(add, 'member'), findPeople);
    answer(add, async (data) => {
      const member = textIn(data, 'member');
      return setRole(team, member, roleIn(data));
    });
    offerProfile(section, team);
    find(section, '[data-part="last"]').hidden =
      role !== 'owner' || members.some((one) => one.handle !== me && one.role === 'owner');
    answer(find(section, '.leave-team'), async () => {
      await call('removeTeamMember', { handle, member: me });
      await showAgain();
      return `You left ${handle}.`;
    });
    find(section, '.end').hidden = role !== 'owner';
    answer(find(section, '.end-team'), async (data) => {
      if (textIn(data, 'handle') !== handle) return `That doesn’t match. Type ${handle}.`;
      await call('releaseHandle', { handle });
      await showAgain();
      return `Closed ${handle}.`;
    });
  });
}

const showAgain = async (): Promise<void> => showTeams(await call('getAccount', {}));

const put = (section: HTMLElement, name: string, rows: HTMLElement[]): void =>
  section.querySelector(`[data-part="${name}"]`)?.replaceChildren(...rows);

/** What it takes is not always there at once: to join a team, and to own it, a person has to accept. */
async function setRole({ handle }: Team, member: string, role: Role): Promise<string> {
  const set = await call('putTeamMember', { handle, member, body: { role } });
  await showAgain();
  return 'expires_at' in set ? `Invited ${member} to ${handle} as ${role}.` : `${member} is now ${role} of ${handle}.`;
}

/** A team that has no owner who can act says so; its maintainers may change that. */
function offerOwning(section: HTMLElement, { handle, role, ownerless }: Team): void {
  find(section, '[data-part="ownerless"]').hidden = !ownerless;
  const form = find(section, '.claim-team');
  form.hidden = role !== 'maintainer';
  answer(form, async () => {
    await call('claimTeam', { handle });
    await showAgain();
    return `You are now an owner of ${handle}.`;
  });
}

/** One leaves a team by a way of its own, so the row of oneself has no form. */
function memberRow(team: Team, me: string, { handle: member, name, role }: Member): HTMLElement {
  const decides = team.role === 'owner' && member !== me;
  const row = fill(copyOf('member'), { name: name || member, handle: member, role: decides ? '' : `, ${role}` });
  const form = formIn(row);
  form.hidden = !decides;
  refill(form, { role });
  answer(form, async (data) => {
    if (textIn(data, 'act') !== 'remove') return setRole(team, member, roleIn(data));
    await call('removeTeamMember', { handle: team.handle, member });
    await showAgain();
    return `Removed ${member} from ${team.handle}.`;
  });
  return row;
}

/** Who is in the team already keeps their role when a higher one is no longer offered. */
function waitingRow(
  { handle }: Team,
  members: readonly Member[],
  { member, role, expires_at }: Invitation,
): HTMLElement {
  const row = copyOf('waiting');
  fill(row, { name: member.name || member.handle, handle: member.handle, role, until: dayOf(expires_at) });
  const known = members.find((one) => one.handle === member.handle);
  answer(formIn(row), async () => {
    if (known) await call('putTeamMember', { handle, member: member.handle, body: { role: known.role } });
    else await call('removeTeamMember', { handle, member: member.handle });
    await showAgain();
    return `Withdrew the invitation to ${member.handle}.`;
  });
  return row;
}

answer(part<HTMLFormElement>('found'), async (data) => {
  const [handle = '', displayName = ''] = ['handle', 'displayName'].map((name) => textIn(data, name));
  await call('createTeam', { body: { handle, ...(displayName && { displayName }) } });
  part<HTMLFormElement>('found').reset();
  await showAgain();
  return `Created ${handle}.`;
});

begin(showTeams);
