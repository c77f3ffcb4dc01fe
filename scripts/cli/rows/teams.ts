/** Teams: their people, and invitations to them. */
import { Option } from 'commander';
import { roles } from '../../../origin/contract/access.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { exitCodes, Failure } from '../failure.ts';
import { columns, day } from '../terminal/table.ts';
import { type Given, ownHandle, row } from './row.ts';

type Role = (typeof roles)[number];

function roleIn({ role = 'member' }: Given): Role {
  const found = roles.find((one) => one === role);
  if (found) return found;
  throw new Failure(`"${role}" is no role. Use ${roles.join(', ')}.`, exitCodes.usage);
}

const placed = ({ team = '', person = '' }: Given) => ({ handle: team, member: person });

const putSaid = (answer: Output<'putTeamMember'>, { team, person }: Given): string =>
  'expires_at' in answer
    ? `Invited ${person} to ${team} as ${answer.role}; it is open until ${day(answer.expires_at)}.`
    : `${person} is ${answer.role} of ${team}.`;

type Invitation = Output<'listInvitations'>['invitations'][number];
const until = ({ expires_at }: Invitation): string => `open until ${day(expires_at)}`;

export const teamCommands = [
  row({
    usage: 'team list',
    heading: 'People and teams',
    aliases: ['ls'],
    description: 'list your teams, with your role in each',
    examples: ['team list'],
    operation: 'listOwnTeams',
    input: () => ({}),
    said: ({ teams }) => columns(teams.map(({ handle, role, name }) => [handle, role, name])) || 'No teams.',
  }),
  row({
    usage: 'team create <handle>',
    heading: 'People and teams',
    description: 'create a team with its own handle, as its owner; or reopen a closed one',
    options: [new Option('--name <name>', 'the display name')],
    examples: ['team create lab --name "The lab"'],
    operation: 'createTeam',
    input: ({ handle = '', name }) => ({ body: { handle, ...(name !== undefined && { displayName: name }) } }),
    said: ({ handle }) => `Created ${handle}. Next: skill-registry team invite ${handle} <person>`,
  }),
  row({
    usage: 'team members <team>',
    heading: 'People and teams',
    description: 'list a team’s members with their roles; for owners also its invitations',
    examples: ['team members lab'],
    operation: 'listTeamMembers',
    input: ({ team = '' }) => ({ handle: team }),
    said: ({ members, invitations = [] }) =>
      columns([
        ...members.map(({ handle, role, name }) => [handle, role, name]),
        ...invitations.map((one) => [one.member.handle, one.role, `invited, ${until(one)}`]),
      ]),
  }),
  row({
    usage: 'team invite <team> <person>',
    heading: 'People and teams',
    description: 'invite a person to your team',
    options: [new Option('--role <role>', 'what they are in it').choices(roles).default('member')],
    examples: ['team invite lab bob --role maintainer'],
    operation: 'putTeamMember',
    input: (given) => ({ ...placed(given), body: { role: roleIn(given) } }),
    said: (answer, { given }) => putSaid(answer, given),
  }),
  row({
    usage: 'team role <team> <person> <role>',
    heading: 'People and teams',
    description: 'change a member’s role; who is to be an owner is invited',
    examples: ['team role lab bob maintainer'],
    operation: 'putTeamMember',
    input: (given) => ({ ...placed(given), body: { role: roleIn(given) } }),
    said: (answer, { given }) => putSaid(answer, given),
  }),
  row({
    usage: 'team remove <team> <person>',
    heading: 'People and teams',
    aliases: ['rm'],
    description: 'remove a person from your team, or withdraw their invitation',
    examples: ['team remove lab bob'],
    operation: 'removeTeamMember',
    input: placed,
    question: ({ team, person }) => `Remove ${person} from ${team}?`,
    said: ({ handle, member }) => `Removed ${member} from ${handle}.`,
  }),
  row({
    usage: 'team leave <team>',
    heading: 'People and teams',
    description: 'leave a team',
    examples: ['team leave lab'],
    operation: 'removeTeamMember',
    input: async ({ team = '' }, registry) => ({ handle: team, member: await ownHandle(registry) }),
    question: ({ team }) => `Leave ${team}? You need an invitation to come back.`,
    said: ({ handle }) => `You left ${handle}.`,
  }),
  row({
    usage: 'team claim <team>',
    heading: 'People and teams',
    description: 'become owner of a team without an active owner, as one of its maintainers',
    examples: ['team claim lab'],
    operation: 'claimTeam',
    input: ({ team = '' }) => ({ handle: team }),
    said: ({ handle, role }) => `You are ${role} of ${handle}.`,
  }),
  row({
    usage: 'team invitations',
    heading: 'People and teams',
    description: 'list your open invitations to teams',
    examples: ['team invitations'],
    operation: 'listInvitations',
    input: () => ({}),
    said: ({ invitations }) =>
      columns(
        invitations.map((one) => [
          one.team.handle,
          `as ${one.role}`,
          `from ${one.invited_by || 'the registry'}`,
          until(one),
        ]),
      ) || 'No invitations.',
  }),
  row({
    usage: 'team accept <team>',
    heading: 'People and teams',
    description: 'accept an invitation to a team, in the role that is offered',
    examples: ['team accept lab'],
    operation: 'acceptInvitation',
    input: async ({ team = '' }, { origin }) => {
      const { invitations } = await origin.listInvitations({});
      const found = invitations.find((one) => one.team.handle === team.toLowerCase());
      if (!found) throw new Failure(`${team} did not invite you. Your invitations: skill-registry team invitations`);
      return { team: found.team.handle, body: { role: found.role } };
    },
    said: ({ handle, role }) => `You are ${role} of ${handle}.`,
  }),
  row({
    usage: 'team decline <team>',
    heading: 'People and teams',
    description: 'decline an invitation; it can’t be repeated for a month',
    examples: ['team decline lab'],
    operation: 'declineInvitation',
    input: ({ team = '' }) => ({ team }),
    said: ({ team }) => `Declined the invitation of ${team}.`,
  }),
];
