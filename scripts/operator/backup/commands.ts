/** `backup`, `restore` and `drill`; with PostgreSQL they say what to do with its own tools. */
import { type Command, Option } from 'commander';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { OperatorContext, Outcome, Screen } from '../operatorContext.ts';
import type { DrillOptions } from './drill.ts';
import type { ListOptions } from './list.ts';

interface Operating {
  settings(): Settings;
  /** With the store opened. */
  run(command: (context: OperatorContext) => Promise<Outcome>): Promise<void>;
  print(outcome: Outcome): void;
  stderr: Screen;
}

export function addBackupCommands(program: Command, { settings: readSettings, run, print, stderr }: Operating): void {
  program
    .command('backup [file]')
    .description('copy the store into a new file; without a file, show the continuous backup')
    .option('--verify', 'read all of the continuous backup, and look for the objects that it names')
    .option('--thorough', 'with --verify: read every one of these objects, and not a sample')
    .option('--in <folder>', 'with --verify: where its newest state is restored for that')
    .action(async (file: string | undefined, options: ListOptions, command: Command) => {
      if (options.verify && file) command.error('error: --verify is for the continuous backup: name no file');
      if (!options.verify && (options.thorough || options.in))
        command.error('error: --thorough and --in go with --verify');
      const settings = readSettings();
      if (settings.databaseUrl) return print((await import('./postgres.ts')).howToBackUp(settings));
      if (file) return run(async (context) => (await import('./backup.ts')).backup(context, file));
      print(await (await import('./list.ts')).listBackup(settings, options, stderr));
    });
  program
    .command('restore [file]')
    .description('replace the store with a backup; the old store is kept')
    .option('--at <time>', 'of the continuous backup: the state at that time, such as 2027-01-31T12:00:00Z')
    .addOption(
      new Option(
        '--from-mirror <folder>',
        'what was public, out of the data directory of a mirror; with PostgreSQL, into an empty database',
      ).conflicts('at'),
    )
    .action(
      async (file: string | undefined, { at, fromMirror }: { at?: string; fromMirror?: string }, command: Command) => {
        const settings = readSettings();
        if (fromMirror !== undefined) {
          if (file !== undefined) command.error('error: name a backup, or --from-mirror');
          return print(await (await import('../rescue/rescue.ts')).rescue(settings, fromMirror, stderr));
        }
        if (settings.databaseUrl) return print((await import('./postgres.ts')).howToRestore(settings, at));
        print(await (await import('./backup.ts')).restore(settings, file, at));
      },
    );
  program
    .command('drill')
    .description('restore the continuous backup into a scratch folder, and compare it with the store')
    .option('--in <folder>', 'where the scratch folder is made')
    .option('--thorough', 'read every object of an object store, and not a sample')
    .action(async (options: DrillOptions) => {
      const settings = readSettings();
      if (settings.databaseUrl) return print((await import('./postgres.ts')).howToDrill(options));
      return run(async (context) => (await import('./drill.ts')).drill(context, options));
    });
}
