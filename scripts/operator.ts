/**
 * `npm run operator -- <command>`: what the operator of a registry does, apart from running its servers. A command is loaded when it is
 * the one to run: to load them all takes longer than most of them do.
 */
import { Command, CommanderError, Option } from 'commander';
import { tokenClassNames } from '../origin/contract/access.ts';
import { moderationActions } from '../origin/contract/accountRecords.ts';
import { ApiError } from '../origin/contract/errors.ts';
import { accountQuotas, quotas } from '../origin/contract/quotas.ts';
import { readSettings } from '../origin/settings.ts';
import type { DoctorOptions } from './operator/doctor.ts';
import type { ImportOptions } from './operator/imported/copy.ts';
import { looksLikeAddress } from './operator/imported/gitAddress.ts';
import { interruptible } from './operator/interrupt.ts';
import type { Decision } from './operator/moderate.ts';
import type { NginxConfigOptions } from './operator/nginx.ts';
import type { OperatorContext, Outcome, Screen } from './operator/operatorContext.ts';
import type { QuotaOptions } from './operator/quota.ts';
import type { TokenOptions } from './operator/token.ts';
import type { UserOptions } from './operator/user.ts';

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
    .description('claim a handle for a new person or team')
    .addOption(new Option('--operator', 'may moderate').conflicts('teamOf'))
    .option('--team-of <person>', 'a team instead of a person, and who owns it')
    .option('--name <name>', 'the name to show')
    .action((handle: string, options: UserOptions) =>
      run(async (context) => (await import('./operator/user.ts')).createUser(context, handle, options)),
    );
  user
    .command('link <handle>')
    .description('print a link that signs a person in, once and within a day')
    .action((handle: string) => run(async (context) => (await import('./operator/link.ts')).linkFor(context, handle)));

  const team = program.command('team').description('teams that nobody owns');
  team
    .command('give <team> <person>')
    .description('invite a person to own a team that has no owner who can act')
    .action((team: string, person: string) =>
      run(async (context) => (await import('./operator/team.ts')).giveTeam(context, team, person)),
    );

  const token = program.command('token').description('bearer tokens');
  token
    .command('mint <handle>')
    .description('mint a token and print it, this once')
    .addOption(new Option('--class <class>', 'what the token may do').choices(tokenClassNames).default('session'))
    .option('--kit <slug>', 'the kit that a kit token opens')
    .option('--expires <when>', 'when it ends, however much it is used: 90d, 2027-01-31 or Unix seconds')
    .action((handle: string, options: TokenOptions) =>
      run(async (context) => (await import('./operator/token.ts')).mintTokenFor(context, handle, options)),
    );

  const quota = program
    .command('quota <handle>')
    .description('say what a person made today and may make in a day, or give them limits of their own');
  for (const name of accountQuotas)
    quota.option(
      `--${name} <n>`,
      `${quotas[name].what} in a day${name === 'bytes' ? ', in bytes' : ''}: a number, none, or default`,
    );
  quota.action((handle: string, options: QuotaOptions) =>
    run(async (context) => (await import('./operator/quota.ts')).quotaOf(context, handle, options)),
  );

  program
    .command('import <source>')
    .description('publish every <author>/<slug> folder below a directory')
    .option('--mirror', 'they are copies of what others publish elsewhere: of a directory, or of an https git address')
    .option('--as <handle>', 'with --mirror: the handle to publish under, instead of the authors’ own')
    .option('--source <url>', 'with --mirror: where the skills of a directory are from')
    .action((source: string, { mirror, ...options }: ImportOptions & { mirror?: true }, command: Command) => {
      if (mirror)
        return interruptible((signal) =>
          run(async (context) =>
            (await import('./operator/imported/importCopies.ts')).importCopies(context, source, options, { signal }),
          ),
        );
      for (const name of Object.keys(options)) command.error(`error: --${name} goes with --mirror`);
      if (looksLikeAddress(source)) command.error('error: an address is imported with --mirror');
      return run(async (context) => (await import('./operator/import.ts')).importSkills(context, source));
    });

  program
    .command('scan <directory>')
    .description('say what the registry’s scan finds in folders, offline')
    .action((directory: string) =>
      run(async (context) => (await import('./operator/scan.ts')).scanFolders(context, directory)),
    );

  program
    .command('snapshot')
    .description('bring the mirror’s files up to date')
    .option('--full', 'make every file again and remove what belongs to nothing')
    .action((options: { full?: boolean }) =>
      run(async (context) => (await import('./operator/snapshot.ts')).snapshot(context, options)),
    );

  const moderate = program
    .command('moderate')
    .description('reports, appeals, and actions against what should not be here');
  const decision = (command: Command): Command =>
    command
      .requiredOption('--reason <text>', 'why; the owner and the log are told')
      .option('--as <handle>', 'the operator who decides (else the first one)');
  moderate
    .command('queue')
    .description('list open reports and appeals, and the actions in force')
    .action(() => run(async (context) => (await import('./operator/moderate.ts')).queue(context)));
  decision(moderate.command('take <target> <action>'))
    .description(`${moderationActions.join(', ')}: a handle, author:slug, or author:slug@sha256:…`)
    .action((target: string, action: string, options: Decision) =>
      run(async (context) => (await import('./operator/moderate.ts')).take(context, target, action, options)),
    );
  decision(moderate.command('lift <action>'))
    .description('end an action')
    .action((id: string, options: Decision) =>
      run(async (context) => (await import('./operator/moderate.ts')).lift(context, id, options)),
    );
  decision(moderate.command('close <report>'))
    .description('close a report without an action')
    .action((id: string, options: Decision) =>
      run(async (context) => (await import('./operator/moderate.ts')).close(context, id, options)),
    );
  decision(moderate.command('answer <appeal>'))
    .description('answer an appeal: it is refused, unless granted')
    .option('--grant', 'grant it, and lift the action')
    .action((id: string, options: Decision & { grant?: boolean }) =>
      run(async (context) => (await import('./operator/moderate.ts')).answer(context, id, options)),
    );
  moderate
    .command('log')
    .description('list who decided what, newest first')
    .option('--limit <n>', 'at most so many', '50')
    .option('--offset <n>', 'leave out the first so many', '0')
    .action((options: { limit: string; offset: string }) =>
      run(async (context) => (await import('./operator/moderate.ts')).log(context, options)),
    );

  const advisory = program.command('advisory').description('what is advised against, in the form of OSV');
  advisory
    .command('add <file...>')
    .description('add advisories, or what they say now, and quarantine what they are against')
    .action((files: string[]) =>
      run(async (context) => (await import('./operator/advisory.ts')).addAdvisories(context, files)),
    );
  advisory
    .command('list')
    .description('list advisories, those of subscribed lists too')
    .action(() => run(async (context) => (await import('./operator/advisory.ts')).listAdvisories(context)));
  advisory
    .command('show <id>')
    .description('print an advisory, and which versions are quarantined because of it')
    .action((id: string) => run(async (context) => (await import('./operator/advisory.ts')).showAdvisory(context, id)));
  advisory
    .command('confirm <id>')
    .description('let one of a subscribed list hold, which is against many authors and waits for that')
    .action((id: string) => run(async (context) => (await import('./operator/advisory.ts')).confirm(context, id)));
  advisory
    .command('withdraw <id>')
    .description('say that it holds no longer, and lift its quarantines')
    .action((id: string) => run(async (context) => (await import('./operator/advisory.ts')).withdraw(context, id)));

  const config = program.command('config').description('configuration for other servers');
  config
    .command('nginx')
    .description('print what makes nginx serve the mirror’s files')
    .option('--listen <address>', 'what nginx listens on', '80')
    .option('--no-brotli', 'for an nginx without the brotli_static module')
    .action((options: NginxConfigOptions) =>
      run(async (context) => (await import('./operator/nginx.ts')).nginx(context, options)),
    );

  program
    .command('backup <file>')
    .description('copy the whole store into a new file; the registry may go on running')
    .action((file: string) => run(async (context) => (await import('./operator/backup.ts')).backup(context, file)));
  program
    .command('restore <file>')
    .description('replace the store with a backup; the old store is kept')
    .action(async (file: string) =>
      print(await (await import('./operator/backup.ts')).restore(readSettings(env), file)),
    );

  program
    .command('doctor')
    .description('look whether everything holds together')
    .option('--stopped', 'the registry is stopped on purpose: look at what it keeps alone')
    .action(async (options: DoctorOptions) => {
      const { doctor, refuseMissingStore } = await import('./operator/doctor.ts');
      refuseMissingStore(readSettings(env));
      return run((context) => doctor(context, options));
    });

  async function run(command: (context: OperatorContext) => Promise<Outcome>): Promise<void> {
    const { openOperatorContext } = await import('./operator/operatorContext.ts');
    const context = await openOperatorContext(readSettings(env), stderr);
    try {
      print(await command(context));
    } finally {
      await context.close();
    }
  }

  function print({ text, json, exitCode = 0 }: Outcome): void {
    stdout.write(`${program.opts()['json'] ? JSON.stringify(json) : text}\n`);
    code = exitCode;
  }

  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    stderr.write(`${error instanceof ApiError ? `${error.code}: ` : ''}${(error as Error).message}\n`);
    return exitCodes.failed;
  }
}

if (import.meta.main) process.exitCode = await operate(process.argv.slice(2), process);
