/** `doctor`, of a registry or of a copy of another one. */
import type { Command } from 'commander';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { DoctorOptions } from '../doctor.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

interface Operating {
  settings(): Settings;
  /** With the store opened; `unopened` is told why it could not be. */
  run(
    command: (context: OperatorContext) => Promise<Outcome>,
    unopened: (error: unknown) => Promise<Outcome>,
  ): Promise<void>;
  print(outcome: Outcome): void;
}

export function addDoctorCommand(program: Command, { settings: readSettings, run, print }: Operating): void {
  program
    .command('doctor')
    .description('check the store, the files and the servers')
    .option('--stopped', 'the registry is stopped on purpose: check only its data')
    .option('--thorough', 'read every object of an object store, and not a sample; make each file of a copy again')
    .option('--repair', 'first restore what is damaged and can be derived')
    .option('--from <file...>', 'with --repair: backups that lost files may be in')
    .action(async (options: DoctorOptions, command: Command) => {
      if (options.from && !options.repair) command.error('error: --from goes with --repair');
      const { doctor, doctorOfCopy, doctorWithoutStore, refuseMissingStore } = await import('../doctor.ts');
      const settings = readSettings();
      if (settings.follow) return print(await doctorOfCopy(settings, options));
      refuseMissingStore(settings);
      const unopened = (error: unknown) => doctorWithoutStore(settings, error, options);
      return run((context) => doctor(context, options), unopened);
    });
}
