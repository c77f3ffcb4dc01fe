/** The part of the table of commands that looks after this machine, and after the program itself. */
import { type Command, Option } from 'commander';
import type { Calls } from './kitCommands.ts';

const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ skill-registry ${line}`).join('\n')}`;

export function addMachineCommands(program: Command, calls: Calls): void {
  program
    .command('verify [author/skill...]')
    .description('check every byte of installed skills: of the project, or of this machine')
    .option('--machine', 'of this machine, also inside a project')
    .action(calls(() => import('../commands/verify.ts'), 'verify'));
  program
    .command('doctor')
    .description('check that this machine can sync and its skills are in order')
    .action(calls(() => import('../commands/doctor.ts'), 'doctor'));
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
    .addHelpText('after', examples('app', 'app --at-login', 'app --not-at-login'))
    .action(calls(() => import('../commands/app.ts'), 'app'));
}

export function addSelfUpdate(program: Command, calls: Calls): void {
  program
    .command('self-update')
    .alias('self-upgrade')
    .description('update skill-registry itself to the version that the registry serves')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--force', 'also to an older version')
    .addOption(new Option('--into <folder>', 'put this copy below a folder, such as ~/.local').hideHelp())
    .addHelpText('after', examples('self-update'))
    .action(calls(() => import('../commands/selfUpdate.ts'), 'selfUpdate'));
}
