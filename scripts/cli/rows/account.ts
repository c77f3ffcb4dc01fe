/** Tokens, devices, quotas, and what was decided against one. */
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { columns, day, plural, shortened } from '../terminal/table.ts';
import { row } from './row.ts';

const dayOrNever = (seconds: number | null, never: string): string => (seconds === null ? never : day(seconds));

export const accountCommands = [
  row({
    usage: 'auth tokens',
    heading: 'Account',
    description: 'list your valid tokens, of programs, devices, kits and MCP',
    examples: ['auth tokens'],
    operation: 'listTokens',
    input: () => ({}),
    said: ({ tokens }) =>
      columns(
        tokens.map(({ id, token_class, kit, device, created_at, last_used_at, expires_at, current }) => [
          id,
          token_class,
          device ?? kit ?? '',
          `created ${day(created_at)}`,
          `used ${dayOrNever(last_used_at, 'never')}`,
          `${expires_at === null ? 'no end' : `until ${day(expires_at)}`}${current ? ', this one' : ''}`,
        ]),
      ) || 'No tokens.',
  }),
  row({
    usage: 'auth revoke <id>',
    heading: 'Account',
    description: 'revoke a token: it stops with its next request',
    examples: ['auth revoke 12'],
    operation: 'revokeToken',
    input: ({ id = '' }) => ({ id }),
    question: ({ id }) => `Revoke the token ${id}? What uses it is signed out.`,
    said: ({ id }) => `Revoked the token ${id}.`,
  }),
  row({
    usage: 'device list',
    heading: 'Account',
    aliases: ['ls'],
    description: 'list your paired devices',
    examples: ['device list'],
    operation: 'listDevices',
    input: () => ({}),
    said: ({ devices }) =>
      columns(
        devices.map(({ id, name, client_version, created_at, last_seen_at }) => [
          id,
          shortened(name, 40),
          `paired ${day(created_at)}`,
          `seen ${dayOrNever(last_seen_at, 'never')}`,
          client_version,
        ]),
      ) || 'No devices. To pair this machine: skill-registry pair',
  }),
  row({
    usage: 'device remove <id>',
    heading: 'Account',
    aliases: ['rm'],
    description: 'unpair a device: its token stops with its next request',
    examples: ['device remove 3'],
    operation: 'removeDevice',
    input: ({ id = '' }) => ({ id }),
    question: ({ id }) => `Unpair the device ${id}?`,
    said: ({ id }) => `Unpaired the device ${id}.`,
  }),
  row({
    usage: 'quota',
    heading: 'Account',
    description: 'show your daily quotas, and how much of each is used',
    examples: ['quota'],
    operation: 'getQuotas',
    input: () => ({}),
    said: ({ quotas, frees_at }) => {
      const rows = quotas.map(({ quota, limit, used }) => [quota, limit === null ? 'no limit' : `${used} of ${limit}`]);
      return `${columns(rows)}\nThe next day begins at ${new Date(frees_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
    },
  }),
  row({
    usage: 'moderation list',
    heading: 'Account',
    aliases: ['ls'],
    description: 'list the actions against you, your skills and your teams, with your appeals',
    examples: ['moderation list'],
    operation: 'listOwnModeration',
    input: () => ({}),
    said: ({ actions }) =>
      columns(
        actions.map(({ id, target, action, reason, created_at, lifted_at, appeal }) => [
          String(id),
          nameOf(target),
          lifted_at === null ? action : `${action}, lifted`,
          day(created_at),
          ...(appeal ? [appeal.resolved_at === null ? 'appealed' : `answered: ${shortened(appeal.answer, 60)}`] : ['']),
          shortened(reason, 80),
        ]),
      ) || 'No actions.',
  }),
  row({
    usage: 'moderation appeal <id> <message...>',
    heading: 'Account',
    description: 'appeal an action: the operators look at it again',
    examples: ['moderation appeal 7 "The command is in an example."'],
    operation: 'appealModerationAction',
    input: ({ id = '', message = '' }) => ({ id, body: { message } }),
    said: ({ action }) => `Appealed: ${action.action} of ${nameOf(action.target)}.`,
  }),
  row({
    usage: 'moderation log',
    heading: 'Account',
    description: 'list the public moderation actions in force',
    examples: ['moderation log'],
    operation: 'listModerationActions',
    from: 'mirror',
    input: () => ({}),
    said: ({ actions }) =>
      columns(
        actions.map(({ target, action, reason, created_at }) => [
          day(created_at),
          action,
          nameOf(target),
          shortened(reason, 80),
        ]),
      ) || 'No actions.',
  }),
  row({
    usage: 'advisory list',
    heading: 'Find and read',
    aliases: ['ls'],
    description: 'list the advisories, by their ids',
    examples: ['advisory list', 'advisory list --json'],
    operation: 'listAdvisories',
    from: 'mirror',
    input: () => ({}),
    said: ({ advisories }) =>
      columns(
        advisories.map(({ id, modified, summary, withdrawn }) => [
          id,
          String(modified).slice(0, 10),
          withdrawn ? 'withdrawn' : shortened(String(summary ?? ''), 90),
        ]),
      ) || 'No advisories.',
  }),
  row({
    usage: 'advisory show <id>',
    heading: 'Find and read',
    description: 'show one advisory: what it is about, and what to do',
    examples: ['advisory show SKILL-2026-1'],
    operation: 'getAdvisory',
    from: 'mirror',
    input: ({ id = '' }) => ({ advisory: id }),
    said: ({ id, summary, affected = [], modified }, { context, answer }) =>
      [
        `${context.terminal.style.bold(id)} ${String(summary ?? '')}`,
        `Changed ${String(modified).slice(0, 10)}`,
        ...affected.map((one) => `Affects ${String(one.package?.name ?? 'what has the listed hashes')}`),
        ...(answer.details ? ['', answer.details] : []),
      ].join('\n'),
  }),
  row({
    usage: 'stats',
    heading: 'Find and read',
    description: 'show the totals of the registry',
    examples: ['stats'],
    operation: 'getRegistryStats',
    from: 'mirror',
    input: () => ({}),
    said: ({ skills, authors, kits, devices, publishes_7d }) =>
      `${plural(skills, 'skill')} by ${plural(authors, 'author')}, ${plural(kits, 'kit')}, ${plural(devices, 'device')}; ${publishes_7d} published in the last seven days.`,
  }),
];
