/** `skill-registry kit …`: the part of the table of commands that is about kits. */
import { type Command, Option } from 'commander';
import { Category } from '../../origin/contract/fields.ts';
import type { KitOptions } from './commands/kit/write.ts';
import type { Context, Outcome } from './context.ts';

type Run = (command: (context: Context) => Promise<Outcome>) => Promise<void>;

export const categoryOption = (): Option =>
  new Option('--category <category>', 'where it is filed').choices(Category.options);
export const visibilityOptions = (): [Option, Option] => [
  new Option('--public', 'everyone may see it').conflicts('private'),
  new Option('--private', 'only you, or your team, may see it').conflicts('public'),
];

export function addKitCommands(program: Command, run: Run): void {
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
    .action((words, options) =>
      run(async (context) => (await import('./commands/kit/read.ts')).listKits(context, words, options)),
    );
  kit
    .command('show <owner/kit>')
    .description('print what a kit holds')
    .action((name) => run(async (context) => (await import('./commands/kit/read.ts')).showKit(context, name)));
  described(kit.command('create <owner/kit>').description('make a kit of your own, or of your team')).action(
    (name: string, options: KitOptions) =>
      run(async (context) => (await import('./commands/kit/write.ts')).createKit(context, name, options)),
  );
  described(kit.command('edit <owner/kit>').description('change what a kit says of itself')).action(
    (name: string, options: KitOptions) =>
      run(async (context) => (await import('./commands/kit/write.ts')).editKit(context, name, options)),
  );
  kit
    .command('delete <owner/kit>')
    .description('delete a kit for good')
    .option('--yes', 'without a question')
    .action((name, options) =>
      run(async (context) => (await import('./commands/kit/write.ts')).deleteKit(context, name, options)),
    );
  kit
    .command('add <owner/kit> <author/skill[@version]>')
    .description('put a skill into a kit, following its latest version or staying at one')
    .action((name, skill) =>
      run(async (context) => (await import('./commands/kit/members.ts')).addToKit(context, name, skill)),
    );
  kit
    .command('remove <owner/kit> <author/skill>')
    .description('take a skill out of a kit')
    .action((name, skill) =>
      run(async (context) => (await import('./commands/kit/members.ts')).removeFromKit(context, name, skill)),
    );
  kit
    .command('subscribe <owner/kit>')
    .description('have your devices hold what a kit contains')
    .action((name) => run(async (context) => (await import('./commands/kit/members.ts')).subscribe(context, name)));
  kit
    .command('unsubscribe <owner/kit>')
    .description('end that')
    .action((name) => run(async (context) => (await import('./commands/kit/members.ts')).unsubscribe(context, name)));
}
