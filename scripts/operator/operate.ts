/**
 * `npm run operator -- <command>`: what the operator of a registry does, apart from running its servers. A command is loaded when it is
 * the one to run: to load them all takes longer than most of them do.
 */
import { Command, CommanderError, Option } from 'commander';
import { tokenClassNames } from '../../origin/contract/access.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { accountQuotas, quotas } from '../../origin/contract/quotas.ts';
import { moderationActions } from '../../origin/contract/records/account.ts';
import { visible } from '../../origin/contract/words/visible.ts';
import { reasonOf } from '../../origin/http/server/failedStart.ts';
import { readSettings } from '../../origin/settings/settings.ts';
import { DatabaseAway } from '../../origin/store/engine/faults.ts';
import type { QuotaOptions } from './accounts/quota.ts';
import type { TokenOptions } from './accounts/token.ts';
import type { UserOptions } from './accounts/user.ts';
import { addBackupCommands } from './backup/commands.ts';
import { addConfigCommands } from './config/config.ts';
import { addCopyCommands } from './copy/commands.ts';
import { addDoctorCommand } from './doctor/command.ts';
import type { ImportOptions } from './imported/copy.ts';
import { looksLikeAddress } from './imported/gitAddress.ts';
import { interruptible } from './interrupt.ts';
import { addLogCommands } from './log/commands.ts';
import type { FeatureOptions } from './moderating/feature.ts';
import type { Decision } from './moderating/moderate.ts';
import type { OperatorContext, Outcome, Screen } from './operatorContext.ts';
import type { MoveOptions as MoveContentsOptions } from './store/contents.ts';
import type { MigrateOptions } from './store/migrate.ts';
import type { MoveOptions } from './store/move.ts';

/** 0 done, 1 it failed or found something wrong, 2 the command line or a setting is wrong. */
const exitCodes = { failed: 1, usage: 2 } as const;

/** What a command is given of its process. */
export type Terminal = Pick<NodeJS.Process, 'env'> & Record<'stdout' | 'stderr', Screen>;

/** Runs the command that `args` are, and returns its exit code. */
export async function operate(args: string[], { env, stdout, stderr }: Terminal): Promise<number> {
  let code = 0;
  const program = new Command('operator')
    .description('Runs a skill registry: people, tokens, imports, the snapshot.')
    .option('--json', 'print one JSON document on stdout')
    .showHelpAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride();

  const user = program.command('user').description('people and teams');
  user
    .command('create <handle>')
    .description('create a person or a team with this handle')
    .addOption(new Option('--operator', 'can moderate').conflicts('teamOf'))
    .option('--team-of <person>', 'create a team instead, owned by this person')
    .option('--name <name>', 'the display name')
    .action((handle: string, options: UserOptions) =>
      run(async (context) => (await import('./accounts/user.ts')).createUser(context, handle, options)),
    );
  user
    .command('link <handle>')
    .description('print a one-time sign-in link for a person, valid for a day')
    .action((handle: string) => run(async (context) => (await import('./accounts/link.ts')).linkFor(context, handle)));

  const team = program.command('team').description('teams without an owner');
  team
    .command('give <team> <person>')
    .description('invite a person to own a team without an active owner')
    .action((team: string, person: string) =>
      run(async (context) => (await import('./accounts/team.ts')).giveTeam(context, team, person)),
    );

  const token = program.command('token').description('bearer tokens');
  token
    .command('mint <handle>')
    .description('create a token and print it once')
    .addOption(
      new Option('--class <class>', 'the class of the token, which decides what it can do')
        .choices(tokenClassNames)
        .default('session'),
    )
    .option('--kit <slug>', 'the kit that a kit token opens')
    .option('--link', 'with --class mcp: also turn on the person’s MCP link')
    .option('--expires <when>', 'when it expires, even if it is used: 90d, 2027-01-31 or Unix seconds')
    .action((handle: string, options: TokenOptions) =>
      run(async (context) => (await import('./accounts/token.ts')).mintTokenFor(context, handle, options)),
    );

  const quota = program
    .command('quota <handle>')
    .description('show a person’s daily quotas and use, or change their limits');
  for (const name of accountQuotas)
    quota.option(
      `--${name} <n>`,
      `${quotas[name].what} in a day${name === 'bytes' ? ', in bytes' : ''}: a number, none, or default`,
    );
  quota.action((handle: string, options: QuotaOptions) =>
    run(async (context) => (await import('./accounts/quota.ts')).quotaOf(context, handle, options)),
  );

  program
    .command('import <source>')
    .description('publish every <author>/<slug> folder below a directory')
    .option('--mirror', 'import skills published elsewhere, from a directory or an https git address')
    .option('--as <handle>', 'with --mirror: the handle to publish under, instead of the authors’')
    .option('--source <url>', 'with --mirror: where the skills in a directory come from')
    .action((source: string, { mirror, ...options }: ImportOptions & { mirror?: true }, command: Command) => {
      if (mirror)
        return interruptible((signal) =>
          run(async (context) =>
            (await import('./imported/importCopies.ts')).importCopies(context, source, options, { signal }),
          ),
        );
      for (const name of Object.keys(options)) command.error(`error: --${name} goes with --mirror`);
      if (looksLikeAddress(source)) command.error('error: use --mirror to import from an address');
      return run(async (context) => (await import('./publishing/import.ts')).importSkills(context, source));
    });

  program
    .command('scan <directory>')
    .description('scan folders, offline')
    .action((directory: string) =>
      run(async (context) => (await import('./moderating/scan.ts')).scanFolders(context, directory)),
    );

  program
    .command('snapshot')
    .description('update the mirror’s files')
    .option('--full', 'rebuild every file and remove unknown ones')
    .action((options: { full?: boolean }) =>
      run(async (context) => (await import('./snapshot.ts')).snapshot(context, options)),
    );

  program
    .command('count <logfile...>')
    .description('count downloads from the logs of nginx or a CDN in front of the mirror')
    .addHelpText(
      'after',
      `
Reads the combined format of nginx and Apache, JSON lines and W3C extended lines, also as .gz. Logs can come in any order,
and more than once: each client counts once for a skill and an hour. Lines older than three days don't count. Set
COUNT_DOWNLOADS=origin, or the mirror counts its part again.`,
    )
    .action((files: string[]) => run(async (context) => (await import('./logs/count.ts')).countLogs(context, files)));

  const moderate = program.command('moderate').description('reports, appeals and moderation actions');
  const decision = (command: Command): Command =>
    command
      .requiredOption('--reason <text>', 'the reason, which the owner and the log show')
      .option('--as <handle>', 'the operator who decides (default: the first one)');
  moderate
    .command('queue')
    .description('list open reports, open appeals and actions in force')
    .action(() => run(async (context) => (await import('./moderating/moderate.ts')).queue(context)));
  decision(moderate.command('take <target> <action>'))
    .description(`${moderationActions.join(', ')}: a handle, author:slug, or author:slug@sha256:…`)
    .action((target: string, action: string, options: Decision) =>
      run(async (context) => (await import('./moderating/moderate.ts')).take(context, target, action, options)),
    );
  decision(moderate.command('lift <action>'))
    .description('lift an action')
    .action((id: string, options: Decision) =>
      run(async (context) => (await import('./moderating/moderate.ts')).lift(context, id, options)),
    );
  decision(moderate.command('close <report>'))
    .description('close a report without an action')
    .action((id: string, options: Decision) =>
      run(async (context) => (await import('./moderating/moderate.ts')).close(context, id, options)),
    );
  decision(moderate.command('answer <appeal>'))
    .description('answer an appeal: refuse it, or grant it with --grant')
    .option('--grant', 'grant it, and lift the action')
    .action((id: string, options: Decision & { grant?: boolean }) =>
      run(async (context) => (await import('./moderating/moderate.ts')).answer(context, id, options)),
    );
  moderate
    .command('log')
    .description('list decisions, newest first')
    .option('--limit <n>', 'the most results', '50')
    .option('--offset <n>', 'skip this many results', '0')
    .action((options: { limit: string; offset: string }) =>
      run(async (context) => (await import('./moderating/moderate.ts')).log(context, options)),
    );

  addLogCommands(program, run);

  const advisory = program.command('advisory').description('advisories, in OSV format');
  advisory
    .command('add <file...>')
    .description('add or update advisories, and quarantine the versions that they match')
    .action((files: string[]) =>
      run(async (context) => (await import('./moderating/advisory.ts')).addAdvisories(context, files)),
    );
  advisory
    .command('list')
    .description('list advisories, including those of subscribed lists')
    .action(() => run(async (context) => (await import('./moderating/advisory.ts')).listAdvisories(context)));
  advisory
    .command('show <id>')
    .description('print an advisory and the versions that it quarantines')
    .action((id: string) =>
      run(async (context) => (await import('./moderating/advisory.ts')).showAdvisory(context, id)),
    );
  advisory
    .command('confirm <id>')
    .description('confirm an advisory of a subscribed list against many authors')
    .action((id: string) => run(async (context) => (await import('./moderating/advisory.ts')).confirm(context, id)));
  advisory
    .command('withdraw <id>')
    .description('withdraw an advisory, and lift its quarantines')
    .action((id: string) => run(async (context) => (await import('./moderating/advisory.ts')).withdraw(context, id)));

  program
    .command('feature [kits...]')
    .description('show these kits on the home page, in this order; without kits, list them')
    .addOption(new Option('--none', 'show none'))
    .action((kits: string[], options: FeatureOptions) =>
      run(async (context) => (await import('./moderating/feature.ts')).feature(context, kits, options)),
    );

  addConfigCommands(program, run);

  program
    .command('contents')
    .description('the files of skills in an object store')
    .command('move')
    .description('move them out of the database into OBJECT_STORE, or back; run it again if it was stopped')
    .addOption(new Option('--to <place>', 'where they are to be').choices(['objects', 'database']).default('objects'))
    .action((options: MoveContentsOptions) =>
      run(async (context) => (await import('./store/contents.ts')).moveContents(context, options)),
    );

  addCopyCommands(program, { settings: () => readSettings(env), print });
  addBackupCommands(program, { settings: () => readSettings(env), run, print, stderr });

  program
    .command('migrate')
    .description('bring the store to this version’s schema; npm start does that too')
    .option('--dry-run', 'say what would be done, and change nothing')
    .addOption(
      new Option(
        '--copy [address]',
        'migrate a copy and say how long it took; with PostgreSQL, the copy’s address',
      ).conflicts('dryRun'),
    )
    .action(async (options: MigrateOptions) =>
      print(await (await import('./store/migrate.ts')).migrateStore(readSettings(env), options, stderr)),
    );

  program
    .command('move')
    .description('move the store to PostgreSQL, or back to SQLite, while the registry is stopped')
    .requiredOption('--to <place>', 'the address of an empty PostgreSQL database, or sqlite')
    .action((options: MoveOptions) =>
      interruptible(async (signal) =>
        print(await (await import('./store/move.ts')).moveStore(readSettings(env), options, { stderr, signal })),
      ),
    );

  addDoctorCommand(program, { settings: () => readSettings(env), run, print });

  /** `unopened` is told why the store could not be opened. */
  async function run(
    command: (context: OperatorContext) => Promise<Outcome>,
    unopened?: (error: unknown) => Promise<Outcome>,
  ): Promise<void> {
    const { openOperatorContext } = await import('./operatorContext.ts');
    const opened = openOperatorContext(readSettings(env), stderr);
    const context = await opened.catch(async (error: unknown) => {
      if (!unopened) throw error;
      print(await unopened(error));
    });
    if (!context) return;
    try {
      print(await command(context));
    } finally {
      await context.close();
    }
  }

  /** Names and reasons are other people's words, and must not steer the terminal that shows them. */
  function print({ text, json, exitCode = 0 }: Outcome): void {
    stdout.write(`${program.opts()['json'] ? JSON.stringify(json) : visible(text)}\n`);
    code = exitCode;
  }

  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    const message = error instanceof DatabaseAway ? reasonOf(error) : (error as Error).message;
    const isRefusal = error instanceof ApiError && !(error instanceof DatabaseAway);
    stderr.write(`${isRefusal ? `${error.code}: ` : ''}${visible(message)}\n`);
    return exitCodes.failed;
  }
}
