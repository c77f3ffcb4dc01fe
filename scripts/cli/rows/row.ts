/** Commands that are one operation: what is typed, what is asked of the registry, and the sentence that says what came of it. */
import { type Command, Option } from 'commander';
import type { Client } from '../../../origin/contract/clients/createClient.ts';
import type { OperationId, Output } from '../../../origin/contract/operations.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';
import type { Registry } from '../registry/registry.ts';
import { onOneLine } from '../terminal/printable.ts';

type Heading = 'Account' | 'Find and read' | 'Follow' | 'People and teams' | 'Publish';

/** What was typed: arguments by the name they have in `usage`, options by theirs; what was left out is undefined. */
export type Given = Readonly<Record<string, string | undefined>>;

export interface Row<Id extends OperationId = OperationId> {
  /** Words and arguments, such as `team invite <team> <person>`. */
  usage: string;
  aliases?: readonly string[];
  /** The part of the help that it is in; of a group of commands, all of it. */
  heading: Heading;
  description: string;
  examples?: readonly string[];
  options?: readonly Option[];
  operation: Id;
  /** Who is asked: the origin, unless it is a read of what is public, and not of what the person may just have changed. */
  from?: 'mirror' | ((given: Given) => 'mirror' | 'origin');
  input(given: Given, registry: Registry): Parameters<Client[Id]>[0] | Promise<Parameters<Client[Id]>[0]>;
  /** Every text of the first answer is one line, so that none can pass for a line of ours; `asked.answer` is as it came. */
  said(answer: Output<Id>, asked: Asked<Id>): string;
  /** What can't be taken back is asked about first; then the command has `--yes`. */
  question?(given: Given): string;
}

interface Asked<Id extends OperationId> {
  context: Context;
  given: Given;
  answer: Output<Id>;
}

/** What a table has: rows whose operations are each their own. */
export type AnyRow = Omit<Row, 'input' | 'said'> & { run(context: Context, given: Given): Promise<Outcome> };

export function row<Id extends OperationId>({ input, said, ...rest }: Row<Id>): AnyRow {
  const { operation, from } = rest;
  const clientFor = (registry: Registry, given: Given): Client =>
    registry[(typeof from === 'function' ? from(given) : from) ?? 'origin'];
  return {
    ...rest,
    run: async (context, given) => {
      const registry = await context.registry();
      const parameters = await input(given, registry);
      const question = rest.question?.(given);
      if (question !== undefined && given['yes'] === undefined) await confirmed(context, question);
      const ask = clientFor(registry, given)[operation] as (parameters: unknown) => Promise<Output<Id>>;
      const json = await ask(parameters);
      return { text: sentence(() => said(onOneLine(json), { context, given, answer: json })), json };
    },
  };
}

/** What is said of an answer. Errors: `Failure` where it is not of the shape that the contract promises. */
function sentence(say: () => string): string {
  try {
    return say();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw new Failure('The registry’s answer is wrong: it is not what its API promises. Ask its operator.');
    throw error;
  }
}

/** Errors: `Failure` where the answer is no, or nobody can give one. */
export async function confirmed({ terminal }: Context, question: string): Promise<void> {
  if (!terminal.isInteractive)
    throw new Failure(`${question} Nobody can answer here: use --yes to do it without asking.`, exitCodes.usage);
  if (!(await terminal.confirm(question, false))) throw new Failure('Nothing was changed.');
}

/** The caller's own handle. Errors: `Failure`. */
export async function ownHandle({ origin, mirrorUrl }: Registry): Promise<string> {
  const { authenticated, handle } = await origin.whoami({});
  if (!authenticated) throw new Failure('Sign in first: skill-registry login', exitCodes.signIn);
  if (!handle)
    throw new Failure(
      `You have no handle yet. Claim one: skill-registry profile claim <handle>, or at ${mirrorUrl}${pages.settingsPage.path}`,
    );
  return handle;
}

export const paging = (): Option[] => [
  new Option('--limit <n>', 'the most results'),
  new Option('--offset <n>', 'skip this many results'),
];
/** Those of them that were given, for a query. */
export const paged = ({ limit, offset }: Given) => ({
  ...(limit !== undefined && { limit }),
  ...(offset !== undefined && { offset }),
});

/** Puts rows into the table of commands, in groups by their first words. */
export function addRows(
  program: Command,
  rows: readonly AnyRow[],
  groups: Readonly<Record<string, string>>,
  run: (act: (context: Context) => Promise<Outcome>, command: Command) => Promise<void>,
): void {
  for (const { usage, heading, aliases = [], description, examples = [], options = [], question, run: act } of rows) {
    program.commandsGroup(`${heading}:`);
    const words = usage.split(/ (?=[<[])/)[0]?.split(' ') ?? [];
    const group = words.slice(0, -1).reduce((at, word) => groupOf(at, word, groups[word] ?? ''), program);
    const command = group
      .command(usage.slice(words.slice(0, -1).join(' ').length).trim())
      .description(description)
      .aliases([...aliases]);
    for (const option of options) command.addOption(option);
    if (question) command.option('--yes', 'don’t ask');
    if (examples.length > 0)
      command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ skill-registry ${line}`).join('\n')}`);
    command.action(() => run((context) => act(context, givenOf(command)), command));
  }
}

function groupOf(program: Command, name: string, description: string): Command {
  return program.commands.find((command) => command.name() === name) ?? program.command(name).description(description);
}

function givenOf(command: Command): Given {
  const args = command.registeredArguments.map((argument, at) => {
    const value: unknown = command.processedArgs[at];
    return [argument.name(), Array.isArray(value) ? value.join(' ') || undefined : value];
  });
  return { ...Object.fromEntries(args), ...command.opts() };
}
