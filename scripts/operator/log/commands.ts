/** `log show`, `log rotate`, `log adopt` and `log redact`. */
import type { Command } from 'commander';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

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
    .command('redact <entry>')
    .description('take the text out of an entry, where the law asks for it')
    .option('--reason <kind>', 'the kind of reason, which the log says', 'law')
    .action((entry: string, options: { reason: string }) =>
      run(async (context) => (await import('./log.ts')).redactEntry(context, entry, options)),
    );
}
