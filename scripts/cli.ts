/** `skill-registry <command>`: what authors, readers and their machines do with a registry. */
import { homedir } from 'node:os';
import { Argument, Command, CommanderError } from 'commander';
import { type CommandTree, completion, type Shell, shells } from './cli/commands/completion.ts';
import { readConfig } from './cli/config.ts';
import { type Commands, type Context, createContext, exitCodes, type Outcome } from './cli/context.ts';
import { explain } from './cli/explain.ts';
import { addKitCommands, categoryOption, visibilityOptions } from './cli/kitCommands.ts';
import { printableJson } from './cli/printable.ts';
import { createTerminal } from './cli/terminal.ts';
import { version } from './cli/version.ts';
import { interruptible } from './operator/interrupt.ts';

const program = new Command('skill-registry')
  .description('Reads, publishes and syncs skills for AI agents.')
  .version(version, '-v, --version', 'print the version')
  .option('--json', 'print one JSON document on stdout')
  .option('--registry <address>', 'the registry to speak to (else SKILL_REGISTRY_URL)')
  .configureHelp({ showGlobalOptions: true })
  .exitOverride();

/** What `--help` shows below the options. */
const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ skill-registry ${line}`).join('\n')}`;
program.addHelpText(
  'after',
  `${examples('search pdf tables', 'publish hello --dry-run', 'pair', 'sync')}

Settings: SKILL_REGISTRY_URL, SKILL_REGISTRY_TOKEN, HTTPS_PROXY, NO_PROXY, NO_COLOR.
Exit codes: 0 done, 1 it failed or found something, 2 the command line is wrong, 4 sign in first.`,
);

program
  .command('login')
  .description('sign in: to publish, approve and change what is yours')
  .addHelpText('after', examples('login', '--registry https://skills.example login'))
  .action(calls(() => import('./cli/commands/login.ts'), 'login'));
program
  .command('pair')
  .description('make this machine one of your devices, which may read and sync')
  .option('--name <name>', 'what to call it (else its host name)')
  .addHelpText('after', examples('pair --name "Ada’s laptop"'))
  .action(calls(() => import('./cli/commands/pair.ts'), 'pair'));
program
  .command('logout')
  .description('end the sign-in on this machine')
  .option('--device', 'end its pairing too')
  .action(calls(() => import('./cli/commands/logout.ts'), 'logout'));
program
  .command('whoami')
  .description('say who is signed in')
  .action(calls(() => import('./cli/commands/whoami.ts'), 'whoami'));

program
  .command('init [folder]')
  .description('write a SKILL.md to begin with')
  .option('--name <slug>', 'what to call the skill (else the folder’s name)')
  .option('--description <text>', 'what it does, and when to use it')
  .addHelpText('after', examples('init hello --description "Greets a person. Use when someone asks for a greeting."'))
  .action(calls(() => import('./cli/commands/init.ts'), 'init'));
program
  .command('lint [folder]')
  .description('say what the registry would refuse a folder for, or remark')
  .option('--slug <slug>', 'the skill’s name (else the folder’s)')
  .option('--private', 'as for a private publish, which takes secrets')
  .addHelpText('after', examples('lint', 'lint hello --json'))
  .action(calls(() => import('./cli/commands/lint.ts'), 'lint'));
visibilityOptions()
  .reduce((command, option) => command.addOption(option), program.command('publish [folder]'))
  .description('publish a folder as a version of a skill')
  .option('--author <handle>', 'under whose name (else yours)')
  .option('--slug <slug>', 'the skill’s name (else the folder’s)')
  .option('--label <label>', 'what to call the version (else as SKILL.md says)')
  .addOption(categoryOption())
  .option('--sign <key file>', 'sign with this SSH key, or with the agent that holds it')
  .option('--dry-run', 'check everything, store nothing')
  .option('--yes', 'without a question, also where SKILL.md names an older version')
  .addHelpText('after', examples('publish hello --dry-run', 'publish hello --label 1.2.0 --sign ~/.ssh/id_ed25519'))
  .action(calls(() => import('./cli/commands/publish.ts'), 'publish'));

program
  .command('search <words...>')
  .description('find skills, kits and people')
  .option('--type <types>', 'skills, kits or people, separated by commas')
  .option('--limit <n>', 'at most so many of each')
  .addHelpText('after', examples('search pdf tables', 'search pdf --type skills --json'))
  .action(calls(() => import('./cli/commands/search.ts'), 'search'));
program
  .command('view <author/skill[@version]>')
  .description('print what is known of a skill')
  .addHelpText('after', examples('view registry/find-skills', 'view registry/find-skills@1.0.0 --json'))
  .action(calls(() => import('./cli/commands/view.ts'), 'view'));
program
  .command('files <author/skill[@version]> [path]')
  .description('list the files of a version, or print one')
  .addHelpText('after', examples('files registry/find-skills', 'files registry/find-skills@1.0.0 SKILL.md > SKILL.md'))
  .action(calls(() => import('./cli/commands/files.ts'), 'files'));
program
  .command('diff <author/skill> <from> [to]')
  .description('print what changes from one version to another (else the latest)')
  .addHelpText('after', examples('diff registry/find-skills 1.0.0', 'diff registry/find-skills 1.0.0 1.1.0'))
  .action(calls(() => import('./cli/commands/diff.ts'), 'diff'));
program
  .command('report <author/skill[@version]>')
  .description('tell the registry’s operator what is wrong with a skill, or a handle')
  .option('--reason <text>', 'what is wrong with it')
  .addHelpText('after', examples('report ada/sums@1.0.0 --reason "It sends files to a stranger."'))
  .action(calls(() => import('./cli/commands/report.ts'), 'report'));
addKitCommands(program, calls);

program
  .command('sync')
  .description('bring the approved skills to the agents of this machine')
  .option('--agents <names>', 'whose folders, separated by commas: agents, claude, codex … or a path; remembered')
  .option('--dry-run', 'only say what would be done')
  .option('--force', 'replace what was edited by hand, and keep a copy of it')
  .option('--frozen', 'fail unless what is approved is what skill-registry.lock says')
  .option('--lock', 'write what is approved into skill-registry.lock')
  .option('--prune', 'remove every version that is not in use, not just those of a week ago')
  .option('--watch', 'go on, until stopped')
  .option('--interval <seconds>', 'between two syncs of --watch', '60')
  .action(calls(() => import('./cli/commands/sync.ts'), 'sync'));

program
  .command('add <author/skill[@version]>')
  .description('approve a skill for your devices: its latest version, or one to stay at')
  .option('--auto', 'approve newer versions by themselves')
  .option('--no-auto', 'let newer versions wait for approval')
  .action(calls(() => import('./cli/commands/add.ts'), 'add'));
program
  .command('remove <author/skill>')
  .description('take a skill off your devices')
  .action(calls(() => import('./cli/commands/remove.ts'), 'remove'));
program
  .command('pending [author/skill...]')
  .description('list newer versions that wait for approval, with what they newly ask for')
  .action(calls(() => import('./cli/commands/pending.ts'), 'pending'));
program
  .command('approve [author/skill...]')
  .description('approve versions that wait, after seeing what changes')
  .option('--all', 'every one that waits')
  .option('--yes', 'without a question')
  .action(calls(() => import('./cli/commands/approve.ts'), 'approve'));
program
  .command('outdated')
  .description('list installed skills that have a newer version')
  .action(calls(() => import('./cli/commands/outdated.ts'), 'outdated'));

program
  .command('verify [author/skill...]')
  .description('read installed skills again: whether each byte is as approved, and who signed it')
  .action(calls(() => import('./cli/commands/verify.ts'), 'verify'));
program
  .command('doctor')
  .description('look whether this machine can sync, and whether what it holds is in order')
  .action(calls(() => import('./cli/commands/doctor.ts'), 'doctor'));

program
  .command('completion')
  .description('print a script that completes commands in a shell')
  .addArgument(new Argument('<shell>').choices(shells))
  .addHelpText(
    'after',
    '\nExamples:\n  $ source <(skill-registry completion bash)\n  $ skill-registry completion fish | source',
  )
  .action((shell: Shell) => run(async () => completion(treeOf(program), shell)));

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

/** An action that calls what a module exports, and loads the module no sooner: a command loads what it needs. */
function calls<Name extends string>(load: () => Promise<Commands<Name>>, name: Name) {
  return (...given: unknown[]) => run(async (context) => (await load())[name](context, ...(given as never[])));
}

/** Runs a command to its end: data on stdout, everything else on stderr, and an exit code. */
function run(command: (context: Context) => Promise<Outcome>): Promise<void> {
  return interruptible(async (signal) => {
    const { env: environment, stdin, stdout, stderr } = process;
    const { json = false, registry } = program.opts<{ json?: boolean; registry?: string }>();
    const terminal = createTerminal({ streams: { stdin, stdout, stderr }, environment, json, signal });
    try {
      const home = environment['HOME'] || homedir();
      const config = await readConfig({ environment, home, ...(registry && { registry }) });
      const workingDirectory = process.cwd();
      const context = createContext({ terminal, config, environment, workingDirectory, signal });
      const { text, json: data, bytes, exitCode = exitCodes.done } = await command(context);
      await (json ? terminal.print(printableJson(data)) : terminal.print(text, bytes));
      process.exitCode = exitCode;
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, exitCode } = explain(error);
      if (json) await terminal.print(printableJson({ error: { code, message } }));
      terminal.note(message);
      process.exitCode = exitCode;
    }
  });
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
}
