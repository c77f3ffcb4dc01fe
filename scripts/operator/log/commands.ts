/** `log show`, `log rotate`, `log adopt`, `log resume` and `log redact`. */
import type { Command } from 'commander';
import type { OperatorContext, Outcome } from '../operatorContext.ts';
import type { ResumeOptions } from './resume.ts';

const listed = (address: string, before: string[]): string[] => [...before, address];

type Run = (command: (context: OperatorContext) => Promise<Outcome>) => Promise<void>;

export function addLogCommands(program: Command, run: Run): void {
  const log = program.command('log').description('the transparency log');
  log
    .command('show')
    .description('show its name, its verifier key and how long it is')
    .action(() => run(async (context) => (await import('./log.ts')).showLog(context)));
  log
    .command('rotate')
    .description('sign with a new key from now on; the registry has to be stopped')
    .action(() => run(async (context) => (await import('./log.ts')).rotate(context)));
  log
    .command('adopt')
    .description('begin a new log where the old one can’t go on; the registry has to be stopped')
    .requiredOption('--reason <text>', 'why, which clients show')
    .action((options: { reason: string }) =>
      run(async (context) => (await import('./log.ts')).adopt(context, options)),
    );
  log
    .command('resume <entries>')
    .description('sign again after a restore, where nobody saw more of the log than so many entries')
    .option('--compare <address>', 'a mirror to ask how many it has; repeat it for more', listed, [])
    .action((entries: string, options: ResumeOptions) =>
      run(async (context) => (await import('./resume.ts')).resume(context, entries, options)),
    );
  log
    .command('redact <entry>')
    .description('take the text out of an entry, where the law asks for it')
    .option('--reason <kind>', 'the kind of reason, which the log says', 'law')
    .action((entry: string, options: { reason: string }) =>
      run(async (context) => (await import('./log.ts')).redactEntry(context, entry, options)),
    );
}
