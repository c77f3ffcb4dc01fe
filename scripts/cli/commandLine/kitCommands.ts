/** `skill-registry kit …`: the part of the table of commands that is about kits. */
import { type Command, Option } from 'commander';
import { Category } from '../../../origin/contract/fields.ts';
import type { Commands } from '../context.ts';

/** What commander calls for a command: `name` of the module. */
export type Calls = <Name extends string>(
  load: () => Promise<Commands<Name>>,
  name: Name,
) => (...given: unknown[]) => Promise<void>;

export const categoryOption = (): Option =>
  new Option('--category <category>', 'the category').choices(Category.options);
export const visibilityOptions = (): [Option, Option] => [
  new Option('--public', 'everyone can see it').conflicts('private'),
  new Option('--private', 'only you and your team can see it').conflicts('public'),
];

export function addKitCommands(program: Command, calls: Calls): void {
  const kit = program
    .command('kit')
    .description('skills that people subscribe to together')
    .addHelpText(
      'after',
      `
Examples:
  $ skill-registry kit create ada/tools --name "Ada’s tools"
  $ skill-registry kit add ada/tools registry/find-skills@1.0.0
  $ skill-registry kit subscribe ada/tools`,
    );
  const described = (command: Command): Command => {
    const options = [
      new Option('--name <name>', 'the display name'),
      new Option('--description <text>', 'what it is for'),
      categoryOption(),
      ...visibilityOptions(),
    ];
    return options.reduce((changed, option) => changed.addOption(option), command);
  };
  kit
    .command('list [words...]')
    .alias('ls')
    .description('list the public kits')
    .option('--mine', 'those that you can change or subscribe to instead')
    .option('--category <categories>', 'only these, separated by commas')
    .option('--limit <n>', 'the most results')
    .option('--offset <n>', 'skip this many results')
    .action(calls(() => import('../commands/kit/read.ts'), 'listKits'));
  kit
    .command('show <owner/kit>')
    .aliases(['info', 'view'])
    .description('show a kit and its skills')
    .action(calls(() => import('../commands/kit/read.ts'), 'showKit'));
  described(kit.command('create <owner/kit>').description('create a kit for yourself or your team')).action(
    calls(() => import('../commands/kit/write.ts'), 'createKit'),
  );
  described(
    kit.command('edit <owner/kit>').description('edit a kit’s name, description, category or visibility'),
  ).action(calls(() => import('../commands/kit/write.ts'), 'editKit'));
  kit
    .command('delete <owner/kit>')
    .description('delete a kit')
    .option('--yes', 'don’t ask')
    .action(calls(() => import('../commands/kit/write.ts'), 'deleteKit'));
  kit
    .command('add <owner/kit> <author/skill[@version]>')
    .description('add a skill to a kit: always its latest version, or pinned to one')
    .action(calls(() => import('../commands/kit/members.ts'), 'addToKit'));
  kit
    .command('remove <owner/kit> <author/skill>')
    .alias('rm')
    .description('remove a skill from a kit')
    .action(calls(() => import('../commands/kit/members.ts'), 'removeFromKit'));
  kit
    .command('subscribe <owner/kit>')
    .description('sync a kit’s skills to your devices')
    .action(calls(() => import('../commands/kit/members.ts'), 'subscribe'));
  kit
    .command('unsubscribe <owner/kit>')
    .description('stop syncing a kit’s skills')
    .action(calls(() => import('../commands/kit/members.ts'), 'unsubscribe'));
}
