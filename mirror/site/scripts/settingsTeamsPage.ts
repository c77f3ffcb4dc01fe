/** Teams: who is in them, and founding one. */
import type { JsonBody } from '../../../origin/contract/operations.ts';
import { call } from './call.ts';
import { answer, copyOf, fill, formIn, part, refill, say, showEach, textIn } from './form.ts';
import { placeOf } from './places.ts';
import { type Account, begin } from './signedIn.ts';

type Team = Account['teams'][number];
type Member = Awaited<ReturnType<typeof call<'listTeamMembers'>>>['members'][number];
type Role = JsonBody<'putTeamMember'>['role'];

const roleIn = (data: FormData): Role => textIn(data, 'role') as Role;
const find = (element: HTMLElement, selector: string): HTMLFormElement =>
  element.querySelector(selector) as HTMLFormElement;

async function showTeams({ handle: me, teams }: Account): Promise<void> {
  const people = await Promise.all(teams.map(({ handle }) => call('listTeamMembers', { handle })));
  showEach('teams', teams, (section, team) => {
    const { handle, name, role } = team;
    fill(section, { name: name || handle, role });
    section.querySelector('a')?.setAttribute('href', placeOf('profilePage', { author: handle }));
    showMembers(section, team, me, people[teams.indexOf(team)]?.members ?? []);
    const add = find(section, '.add');
    add.hidden = role !== 'owner';
    answer(add, async (data) => {
      const member = textIn(data, 'member');
      await call('putTeamMember', { handle, member, body: { role: roleIn(data) } });
      await showAgain();
      return `${member} is in ${handle}.`;
    });
    offerProfile(section, team);
    answer(find(section, '.leave-team'), async () => {
      await call('removeTeamMember', { handle, member: me });
      await showAgain();
      return `You left ${handle}.`;
    });
    find(section, '.end').hidden = role !== 'owner';
    answer(find(section, '.end-team'), async (data) => {
      if (textIn(data, 'handle') !== handle) return `That is not its handle: type ${handle}.`;
      await call('releaseHandle', { handle });
      await showAgain();
      return `${handle} has ended.`;
    });
  });
}

/** For owners, read once it is opened. */
function offerProfile(section: HTMLElement, { handle, role }: Team): void {
  const details = section.querySelector('.profile') as HTMLElement;
  const form = find(section, '.says');
  details.hidden = role !== 'owner';
  const read = async () => {
    const { displayName, bio, avatarUrl } = await call('getProfile', { author: handle });
    refill(form, { displayName, bio, avatarUrl });
    form.hidden = false;
  };
  details.addEventListener('toggle', () => read().catch((error: Error) => say(error.message)), { once: true });
  answer(form, async (data) => {
    const [displayName = '', bio = '', avatarUrl = ''] = ['displayName', 'bio', 'avatarUrl'].map((name) =>
      textIn(data, name),
    );
    await call('updateProfile', { author: handle, body: { displayName, bio, avatarUrl } });
    fill(section, { name: displayName });
    return 'Saved.';
  });
}

const showAgain = async (): Promise<void> => showTeams(await call('getAccount', {}));

function showMembers(section: HTMLElement, team: Team, me: string, members: readonly Member[]): void {
  const list = section.querySelector('[data-part="people"]');
  list?.replaceChildren(...members.map((member) => memberRow(team, me, member)));
}

/** One leaves a team by a way of its own, so the row of oneself has no form. */
function memberRow(team: Team, me: string, { handle: member, name, role }: Member): HTMLElement {
  const decides = team.role === 'owner' && member !== me;
  const row = fill(copyOf('member'), { name: name || member, handle: member, role: decides ? '' : `, ${role}` });
  const form = formIn(row);
  form.hidden = !decides;
  refill(form, { role });
  answer(form, async (data) => {
    const { handle } = team;
    const removes = textIn(data, 'act') === 'remove';
    if (removes) await call('removeTeamMember', { handle, member });
    else await call('putTeamMember', { handle, member, body: { role: roleIn(data) } });
    await showAgain();
    return removes ? `${member} is no longer in ${handle}.` : `${member} is ${roleIn(data)} of ${handle}.`;
  });
  return row;
}

answer(part<HTMLFormElement>('found'), async (data) => {
  const [handle = '', displayName = ''] = ['handle', 'displayName'].map((name) => textIn(data, name));
  await call('createTeam', { body: { handle, ...(displayName && { displayName }) } });
  part<HTMLFormElement>('found').reset();
  await showAgain();
  return `Founded ${handle}.`;
});

begin(showTeams);
