/** `skill-registry <command>`: what authors, readers and their machines do with a registry. */
import { homedir } from 'node:os';
import { Argument, Command, CommanderError } from 'commander';
import { addAccountCommands } from './cli/commandLine/accountCommands.ts';
import { sayWhatIsWrong } from './cli/commandLine/didYouMean.ts';
import { examples } from './cli/commandLine/examples.ts';
import { addKitCommands, categoryOption, visibilityOptions } from './cli/commandLine/kitCommands.ts';
import { addLogCommands } from './cli/commandLine/logCommands.ts';
import { addMachineCommands, addSelfUpdate } from './cli/commandLine/machineCommands.ts';
import { addMirrorCommand } from './cli/commandLine/mirrorCommand.ts';
import { addProjectCommands } from './cli/commandLine/projectCommands.ts';
import { readAddresses } from './cli/commandLine/typed.ts';
import { type CommandTree, completion, type Shell, shells } from './cli/commands/completion.ts';
import { readConfig } from './cli/config.ts';
import { type Commands, type Context, createContext, exitCodes, type Outcome } from './cli/context.ts';
import { addAllRows } from './cli/rows/all.ts';
import { explain } from './cli/terminal/explain.ts';
import { printableJson } from './cli/terminal/printable.ts';
import { createTerminal, type Streams } from './cli/terminal/terminal.ts';
import { version } from './cli/version.ts';
import { interruptible } from './operator/interrupt.ts';

/** What it is given of its process. */
export type Surroundings = Pick<NodeJS.Process, 'argv' | 'env' | 'cwd'> & Streams;

/** Runs the command that `argv` names, and returns its exit code. */
export async function main(surroundings: Surroundings): Promise<number> {
  const { argv, env, stdin, stdout, stderr } = surroundings;
  let exitCode: number = exitCodes.done;
  const program = new Command('skill-registry')
    .description('Reads, publishes and syncs skills for AI agents.')
    .version(version, '-v, --version', 'print the version')
    .option('--json', 'print one JSON document on stdout')
    .option('--registry <address>', 'the registry to use (default: SKILL_REGISTRY_URL)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => undefined,
    })
    .exitOverride();

  program.addHelpText(
    'after',
    `${examples('search pdf tables', 'publish hello --dry-run', 'pair', 'sync')}

Settings: SKILL_REGISTRY_URL, SKILL_REGISTRY_TOKEN, HTTPS_PROXY, NO_PROXY, NO_COLOR.
Exit codes: 0 success, 1 failure or problems found, 2 wrong command line, 4 sign in first.`,
  );

  program.commandsGroup('Account:');
  program
    .command('login')
    .description('sign in, to publish, approve and manage your skills')
    .addHelpText('after', examples('login', '--registry https://skills.example login'))
    .action(calls(() => import('./cli/commands/login.ts'), 'login'));
  program
    .command('pair')
    .description('pair this machine as a device, which can read and sync')
    .option('--name <name>', 'name of the device (default: the host name)')
    .addHelpText('after', examples('pair --name "Ada’s laptop"'))
    .action(calls(() => import('./cli/commands/pair.ts'), 'pair'));
  program
    .command('logout')
    .description('sign out on this machine')
    .option('--device', 'also unpair this device')
    .action(calls(() => import('./cli/commands/logout.ts'), 'logout'));
  program
    .command('whoami')
    .description('show who is signed in')
    .action(calls(() => import('./cli/commands/whoami.ts'), 'whoami'));

  program.commandsGroup('Publish:');
  program
    .command('init [folder]')
    .description('create a SKILL.md')
    .option('--name <slug>', 'name of the skill (default: the folder’s name)')
    .option('--description <text>', 'what it does, and when to use it')
    .addHelpText('after', examples('init hello --description "Greets a person. Use when someone asks for a greeting."'))
    .action(calls(() => import('./cli/commands/init.ts'), 'init'));
  program
    .command('lint [folder]')
    .description('check a skill: what the registry would refuse or warn about')
    .option('--slug <slug>', 'the skill’s slug (default: the folder’s name)')
    .option('--private', 'check for a private publish, which may contain secrets')
    .option('--sarif', 'print findings as SARIF 2.1.0')
    .option('--github', 'print findings as annotations of a pull request on GitHub')
    .option('--gitlab', 'print findings as GitLab’s code quality report')
    .addHelpText('after', examples('lint', 'lint hello --json', 'lint hello --sarif > lint.sarif'))
    .action(calls(() => import('./cli/commands/lint.ts'), 'lint'));
  visibilityOptions()
    .reduce((command, option) => command.addOption(option), program.command('publish [folder]'))
    .description('publish a folder as a new version of a skill')
    .option('--author <handle>', 'the handle to publish under (default: yours)')
    .option('--slug <slug>', 'the skill’s slug (default: the folder’s name)')
    .option('--label <label>', 'the version’s label (default: as in SKILL.md)')
    .addOption(categoryOption())
    .option('--sign [key file]', 'sign with this SSH key, from its file or an SSH agent (default: yours)')
    .option('--dry-run', 'check everything, publish nothing')
    .option('--yes', 'don’t show the changes and don’t ask')
    .option('--with-secrets', 'send files that look like secrets, too')
    .addHelpText('after', examples('publish hello --dry-run', 'publish hello --label 1.2.0 --sign ~/.ssh/id_ed25519'))
    .action(calls(() => import('./cli/commands/publish.ts'), 'publish'));

  program.commandsGroup('Find and read:');
  program
    .command('search <words...>')
    .description('find skills, kits and people')
    .option('--type <types>', 'skills, kits or people, separated by commas')
    .option('--limit <n>', 'the most results of each type')
    .addHelpText('after', examples('search pdf tables', 'search pdf --type skills --json'))
    .action(calls(() => import('./cli/commands/search.ts'), 'search'));
  program
    .command('view <author/skill[@version]>')
    .aliases(['info', 'show'])
    .description('show a skill')
    .addHelpText('after', examples('view registry/find-skills', 'view registry/find-skills@1.0.0 --json'))
    .action(calls(() => import('./cli/commands/view.ts'), 'view'));
  program
    .command('files <author/skill[@version]> [path]')
    .description('list the files of a version, or print one')
    .addHelpText(
      'after',
      examples('files registry/find-skills', 'files registry/find-skills@1.0.0 SKILL.md > SKILL.md'),
    )
    .action(calls(() => import('./cli/commands/files.ts'), 'files'));
  program
    .command('diff <author/skill> <from> [to]')
    .description('show the changes between two versions (default: to the latest)')
    .addHelpText('after', examples('diff registry/find-skills 1.0.0', 'diff registry/find-skills 1.0.0 1.1.0'))
    .action(calls(() => import('./cli/commands/diff.ts'), 'diff'));
  program
    .command('report <author/skill[@version]>')
    .description('report a skill or a handle to the operators of the registry')
    .option('--reason <text>', 'what is wrong with it')
    .addHelpText('after', examples('report ada/sums@1.0.0 --reason "It sends files to a stranger."'))
    .action(calls(() => import('./cli/commands/report.ts'), 'report'));
  addKitCommands(program, calls);

  program.commandsGroup('In a project:');
  addProjectCommands(program, calls);

  program.commandsGroup('On this machine:');
  program
    .command('sync')
    .description('sync your approved skills to the agents on this machine')
    .option(
      '--agents <names>',
      'agents to install for, separated by commas: agents, claude, codex … or a path; remembered',
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--force', 'replace files edited by hand, and keep a copy')
    .option('--frozen', 'fail if the approved versions differ from skill-registry.lock')
    .option('--lock', 'write the approved versions to skill-registry.lock')
    .option('--prune', 'remove all unused versions, not only those unused for a week')
    .option('--watch', 'keep syncing until stopped')
    .option('--interval <seconds>', 'seconds between syncs with --watch', '60')
    .action(calls(() => import('./cli/commands/sync.ts'), 'sync'));

  program
    .command('add <author/skill[@version]>')
    .description('approve a skill for your devices: its latest version, or one to stay on')
    .option('--auto', 'update automatically')
    .option('--no-auto', 'ask before updates')
    .action(calls(() => import('./cli/commands/add.ts'), 'add'));
  program
    .command('remove <names...>')
    .aliases(['rm', 'uninstall'])
    .description('remove skills from the project, or from your library and devices')
    .option('--library', 'from your library, also inside a project')
    .option('--force', 'in a project: remove what was edited by hand, and keep a copy')
    .option('--dry-run', 'in a project: show what would change, and change nothing')
    .action(calls(() => import('./cli/commands/remove.ts'), 'remove'));
  program
    .command('pending [author/skill...]')
    .description('list versions to approve, with what is new in each')
    .action(calls(() => import('./cli/commands/pending.ts'), 'pending'));
  program
    .command('approve [author/skill...]')
    .description('show the changes of new versions and approve them')
    .option('--all', 'all new versions')
    .option('--yes', 'don’t ask')
    .action(calls(() => import('./cli/commands/approve.ts'), 'approve'));
  program
    .command('skip [author/skill...]')
    .description('skip new versions: each is not offered again, the next one is')
    .option('--undo', 'offer a skipped version again')
    .addHelpText('after', examples('skip ada/hello', 'skip ada/hello --undo'))
    .action(calls(() => import('./cli/commands/skip.ts'), 'skip'));
  program
    .command('outdated')
    .description('list skills with a newer version; exits 1 if there are any')
    .option('--machine', 'of this machine, also inside a project')
    .action(calls(() => import('./cli/commands/outdated.ts'), 'outdated'));

  addMachineCommands(program, calls);

  program.commandsGroup('Account:');
  addAccountCommands(program, calls);
  addAllRows(program, run);

  program.commandsGroup('A whole registry:');
  addMirrorCommand(program, calls);

  program.commandsGroup('Transparency logs:');
  addLogCommands(program, calls);

  program.commandsGroup('This program:');
  addSelfUpdate(program, calls);
  program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      '\nExamples:\n  $ source <(skill-registry completion bash)\n  $ skill-registry completion fish | source',
    )
    .action((shell: Shell) => run(async () => completion(treeOf(program), shell)));

  /** An action that calls what a module exports, and loads the module no sooner: a command loads what it needs. */
  function calls<Name extends string>(load: () => Promise<Commands<Name>>, name: Name) {
    return (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      return run(async (context) => {
        const typed = () => [...command.processedArgs, command.opts(), command];
        return (await load())[name](context, ...(typed() as never[]));
      }, command);
    };
  }

  /** Runs a command to its end: data on stdout, everything else on stderr, and an exit code. */
  function run(act: (context: Context) => Promise<Outcome>, command?: Command): Promise<void> {
    return interruptible(async (signal) => {
      const { json = false, registry } = program.opts<{ json?: boolean; registry?: string }>();
      const terminal = createTerminal({ streams: { stdin, stdout, stderr }, environment: env, json, signal });
      try {
        const home = env['HOME'] || homedir();
        const config = await readConfig({ environment: env, home, ...(registry && { registry }) });
        const workingDirectory = surroundings.cwd();
        const context = createContext({ terminal, config, environment: env, workingDirectory, signal });
        if (command) await readAddresses(context, command);
        const outcome = await act(context);
        const { text, json: data, bytes, isPrinted } = outcome;
        if (!isPrinted) await (json ? terminal.print(printableJson(data)) : terminal.print(text, bytes));
        exitCode = outcome.exitCode ?? exitCodes.done;
      } catch (error) {
        if (signal.aborted) return;
        const { code, message, exitCode: failed } = explain(error, registry);
        if (json) await terminal.print(printableJson({ error: { code, message } }));
        terminal.note(message);
        exitCode = failed;
      }
    });
  }

  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (error.exitCode !== 0) await sayWhatIsWrong(error.message, surroundings);
  }
  return exitCode;
}

/** What completion offers, as the table above says it. */
function treeOf(command: Command): CommandTree {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return {
    name: command.name(),
    description: command.description(),
    options: options.map(({ long, short, description }) => ({ flag: long ?? short ?? '', description })),
    commands: command.commands.map(treeOf),
  };
}

// Packed, the file that starts it calls it (cli/program/build.ts).
if (import.meta.main)
  void main(process).then((code) => {
    process.exitCode = code;
  });
