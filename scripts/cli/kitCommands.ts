/** `skill-registry kit …`: the part of the table of commands that is about kits. */
import { type Command, Option } from 'commander';
import { Category } from '../../origin/contract/fields.ts';
import type { Commands } from './context.ts';

/** What commander calls for a command: `name` of the module. */
type Calls = <Name extends string>(
  load: () => Promise<Commands<Name>>,
  name: Name,
) => (...given: unknown[]) => Promise<void>;

export const categoryOption = (): Option =>
  new Option('--category <category>', 'where it is filed').choices(Category.options);
export const visibilityOptions = (): [Option, Option] => [
  new Option('--public', 'everyone may see it').conflicts('private'),
  new Option('--private', 'only you, or your team, may see it').conflicts('public'),
];

export function addKitCommands(program: Command, calls: Calls): void {
  const kit = program
    .command('kit')
    .description('named collections of skills')
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
      new Option('--name <name>', 'the name to show'),
      new Option('--description <text>', 'what it is for'),
      categoryOption(),
      ...visibilityOptions(),
    ];
    return options.reduce((changed, option) => changed.addOption(option), command);
  };
  kit
    .command('list [words...]')
    .description('list the public kits')
    .option('--category <categories>', 'only these, separated by commas')
    .option('--limit <n>', 'at most so many')
    .option('--offset <n>', 'leave out the first so many')
    .action(calls(() => import('./commands/kit/read.ts'), 'listKits'));
  kit
    .command('show <owner/kit>')
    .description('print what a kit holds')
    .action(calls(() => import('./commands/kit/read.ts'), 'showKit'));
  described(kit.command('create <owner/kit>').description('make a kit of your own, or of your team')).action(
    calls(() => import('./commands/kit/write.ts'), 'createKit'),
  );
  described(kit.command('edit <owner/kit>').description('change what a kit says of itself')).action(
    calls(() => import('./commands/kit/write.ts'), 'editKit'),
  );
  kit
    .command('delete <owner/kit>')
    .description('delete a kit for good')
    .option('--yes', 'without a question')
    .action(calls(() => import('./commands/kit/write.ts'), 'deleteKit'));
  kit
    .command('add <owner/kit> <author/skill[@version]>')
    .description('put a skill into a kit, following its latest version or staying at one')
    .action(calls(() => import('./commands/kit/members.ts'), 'addToKit'));
  kit
    .command('remove <owner/kit> <author/skill>')
    .description('take a skill out of a kit')
    .action(calls(() => import('./commands/kit/members.ts'), 'removeFromKit'));
  kit
    .command('subscribe <owner/kit>')
    .description('have your devices hold what a kit contains')
    .action(calls(() => import('./commands/kit/members.ts'), 'subscribe'));
  kit
    .command('unsubscribe <owner/kit>')
    .description('end that')
    .action(calls(() => import('./commands/kit/members.ts'), 'unsubscribe'));
}
