/** The part of the table of commands that is about one's keys, sign-in, notifications and this program's settings. */
import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { Calls } from './kitCommands.ts';

export function addAccountCommands(program: Command, calls: Calls): void {
  addKeyCommands(program, calls);
  addAuthCommands(program, calls);
  addNotificationCommands(program, calls);
  addConfigCommands(program, calls);
  program
    .command('open [what]')
    .description('open a page of the registry: of a skill, a kit or a person, or settings, library, docs …')
    .option('--print', 'print its address only')
    .addHelpText('after', examples('open', 'open ada/sums', 'open settings'))
    .action(calls(() => import('../commands/open.ts'), 'open'));
}

function addKeyCommands(program: Command, calls: Calls): void {
  const key = program.command('key').description('the SSH keys that sign what you publish');
  const load = () => import('../commands/key/key.ts');
  key
    .command('add [key-file]')
    .description('bind a key to your handle: this one, one of this machine, or one that is made now')
    .option('--author <handle>', 'your team’s handle instead of yours')
    .option('--previous <key file>', 'the key that is bound now, which has to sign as well')
    .option('--new', 'make a key, even if there is one')
    .option('--yes', 'don’t ask')
    .addHelpText(
      'after',
      examples('key add', 'key add ~/.ssh/id_ed25519', 'key add --new --previous ~/.ssh/id_ed25519'),
    )
    .action(calls(load, 'addKey'));
  key
    .command('list [handle]')
    .alias('ls')
    .description('list the keys of your handle or team, also past ones')
    .addHelpText('after', examples('key list'))
    .action(calls(load, 'listKeys'));
  key
    .command('revoke [handle]')
    .description('revoke the key from now on')
    .option('--pending', 'cancel the one that waits instead')
    .option('--yes', 'don’t ask')
    .addHelpText('after', examples('key revoke'))
    .action(calls(load, 'revokeKey'));
}

function addAuthCommands(program: Command, calls: Calls): void {
  const auth = program.command('auth').description('how this machine is signed in');
  const load = () => import('../commands/account/auth.ts');
  auth
    .command('status')
    .description('show who is signed in, with which token, and until when')
    .addHelpText('after', examples('auth status'))
    .action(calls(load, 'status'));
  auth
    .command('token')
    .description('print the token of this machine: anyone who has it can act as you')
    .option('--device', 'the token of `pair`, which can read and sync')
    .addHelpText('after', examples('auth token'))
    .action(calls(load, 'token'));
  auth
    .command('login')
    .description('the same as login')
    .addHelpText('after', examples('auth login'))
    .action(calls(() => import('../commands/login.ts'), 'login'));
  auth
    .command('logout')
    .description('the same as logout')
    .option('--device', 'also unpair this device')
    .addHelpText('after', examples('auth logout'))
    .action(calls(() => import('../commands/logout.ts'), 'logout'));
}

function addNotificationCommands(program: Command, calls: Calls): void {
  const notifications = program.command('notifications').description('news, and what needs your answer');
  const load = () => import('../commands/account/notifications.ts');
  notifications
    .command('list', { isDefault: true })
    .alias('ls')
    .description('list news, and what needs your answer')
    .option('--before <id>', 'older news than this')
    .addHelpText('after', examples('notifications', 'notifications list --json'))
    .action(calls(load, 'list'));
  notifications
    .command('read')
    .description('mark all news as read')
    .addHelpText('after', examples('notifications read'))
    .action(calls(load, 'read'));
  notifications
    .command('settings [kind] [state]')
    .description('show which kinds you are told of, or turn one on or off')
    .addHelpText('after', examples('notifications settings', 'notifications settings followers on'))
    .action(calls(load, 'settings'));
}

function addConfigCommands(program: Command, calls: Calls): void {
  const config = program.command('config').description('what this program remembers');
  const load = () => import('../commands/account/config.ts');
  config
    .command('list')
    .alias('ls')
    .description('list the settings')
    .addHelpText('after', examples('config list'))
    .action(calls(load, 'list'));
  config
    .command('get <setting>')
    .description('print a setting; exits 1 if it is not set')
    .addHelpText('after', examples('config get registry'))
    .action(calls(load, 'get'));
  config
    .command('set <setting> <value>')
    .description('change a setting: registry, sign_key, witnesses or witness_quorum')
    .addHelpText('after', examples('config set registry https://skills.example'))
    .action(calls(load, 'set'));
  config
    .command('unset <setting>')
    .description('forget a setting')
    .addHelpText('after', examples('config unset sign_key'))
    .action(calls(load, 'unset'));
}
