/** `skill-registry app` in the table of commands. */
import { type Command, Option } from 'commander';
import type { Calls } from './kitCommands.ts';

export function addAppCommand(program: Command, calls: Calls): void {
  program
    .command('app')
    .description('open a page on this machine: its skills, what waits for approval, sync and verify')
    .option('--print', 'print its address only')
    .option('--background', 'open nothing and print no address, and don’t end when idle')
    .addOption(
      new Option(
        '--at-login',
        'write and show the file that starts it with each login, and ask to turn it on',
      ).conflicts(['notAtLogin', 'print', 'background']),
    )
    .option('--not-at-login', 'turn that off and delete the file')
    .option('--yes', 'with --at-login: don’t ask')
    .addOption(new Option('--idle <seconds>', 'end when no page was asked for in this time').default('1800').hideHelp())
    .addHelpText(
      'after',
      '\nExamples:\n  $ skill-registry app\n  $ skill-registry app --at-login\n  $ skill-registry app --not-at-login',
    )
    .action(calls(() => import('./commands/app.ts'), 'app'));
}
