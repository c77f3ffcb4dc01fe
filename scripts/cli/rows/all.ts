/** All commands that are one operation each, and what their groups are about. */
import type { Command } from 'commander';
import type { Context, Outcome } from '../context.ts';
import { accountCommands } from './account.ts';
import { peopleCommands } from './people.ts';
import { addRows } from './row.ts';
import { skillCommands } from './skills.ts';
import { teamCommands } from './teams.ts';

const groups = {
  advisory: 'what is advised against, and why',
  device: 'machines that are paired with your account',
  moderation: 'what operators decided, and appeals against it',
  profile: 'handles, and what they say of people and teams',
  team: 'people who publish under one handle',
} as const;

export function addAllRows(
  program: Command,
  run: (act: (context: Context) => Promise<Outcome>, command: Command) => Promise<void>,
): void {
  addRows(program, [...skillCommands, ...peopleCommands, ...teamCommands, ...accountCommands], groups, run);
}
