/** The part of the table of commands that is about the skills of a project. */
import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { Calls } from './kitCommands.ts';

export function addProjectCommands(program: Command, calls: Calls): void {
  program
    .command('install [names...]')
    .alias('i')
    .description('install skills into a project: skills, kits or authors, or what skills.json says')
    .option('--agent <names>', 'agents to install for, separated by commas: agents, claude … or a folder; remembered')
    .option('--frozen', 'install exactly what skills.lock.json says, or fail')
    .option('--force', 'replace what was edited by hand or stands in the way, and keep a copy')
    .option('--link', 'link to this machine’s store instead of copying; remembered')
    .option('--no-link', 'copy, if the project links')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      examples('install registry/find-skills', 'install ada/sums@^1.2 --agent claude', 'install --frozen'),
    )
    .action(calls(() => import('../commands/project/install.ts'), 'install'));

  program
    .command('update [names...]')
    .aliases(['upgrade', 'up'])
    .description('update a project’s skills, after showing what changes')
    .option('--latest', 'beyond what skills.json asks for, which is changed')
    .option('--yes', 'don’t ask')
    .option('--force', 'replace what was edited by hand, and keep a copy')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText('after', examples('update', 'update ada/sums --latest'))
    .action(calls(() => import('../commands/project/update.ts'), 'update'));
  program
    .command('list')
    .alias('ls')
    .description('list installed skills: of the project, or of this machine')
    .option('--machine', 'of this machine, also inside a project')
    .action(calls(() => import('../commands/project/list.ts'), 'list'));
  program
    .command('why <author/skill>')
    .description('show why a project has a skill')
    .action(calls(() => import('../commands/project/why.ts'), 'why'));
  program
    .command('use <author/skill[@version]>')
    .description('print a skill for an agent to use once, without installing it')
    .option('--path', 'print the folder with its files instead')
    .addHelpText('after', examples('use registry/find-skills'))
    .action(calls(() => import('../commands/project/use.ts'), 'use'));
}
