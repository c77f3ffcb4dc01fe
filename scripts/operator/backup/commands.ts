/** `backup`, `restore` and `drill`; with PostgreSQL they say what to do with its own tools. */
import type { Command } from 'commander';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

interface Operating {
  settings(): Settings;
  /** With the store opened. */
  run(command: (context: OperatorContext) => Promise<Outcome>): Promise<void>;
  print(outcome: Outcome): void;
}

export function addBackupCommands(program: Command, { settings: readSettings, run, print }: Operating): void {
  program
    .command('backup [file]')
    .description('copy the store into a new file; without a file, show the continuous backup')
    .option('--verify', 'read all of the continuous backup')
    .action(async (file: string | undefined, options: { verify?: boolean }) => {
      const settings = readSettings();
      if (settings.databaseUrl) return print((await import('./postgres.ts')).howToBackUp(settings));
      if (file) return run(async (context) => (await import('../backup.ts')).backup(context, file));
      print(await (await import('./list.ts')).listBackup(settings, options));
    });
  program
    .command('restore [file]')
    .description('replace the store with a backup; the old store is kept')
    .option('--at <time>', 'of the continuous backup: the state at that time, such as 2027-01-31T12:00:00Z')
    .action(async (file: string | undefined, { at }: { at?: string }) => {
      const settings = readSettings();
      if (settings.databaseUrl) return print((await import('./postgres.ts')).howToRestore(settings, at));
      print(await (await import('../backup.ts')).restore(settings, file, at));
    });
  program
    .command('drill')
    .description('restore the continuous backup into a scratch folder, and compare it with the store')
    .option('--in <folder>', 'where the scratch folder is made')
    .action(async (options: { in?: string }) => {
      const settings = readSettings();
      if (settings.databaseUrl) return print((await import('./postgres.ts')).howToDrill());
      return run(async (context) => (await import('./drill.ts')).drill(context, options));
    });
}
