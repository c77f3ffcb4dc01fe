/** The part of the table of commands that is about transparency logs. */
import type { Command } from 'commander';
import { examples } from './examples.ts';
import type { Calls } from './kitCommands.ts';

export function addLogCommands(program: Command, calls: Calls): void {
  program
    .command('witness <folder>')
    .description('run a witness: it cosigns what transparency logs sign, if they only grew')
    .option('--log <key>', 'the public key of a log; repeat it for more', (key, keys: string[] = []) => [...keys, key])
    .option('--logs <file>', 'a file with the public key of a log on each line')
    .option('--name <name>', 'name of the witness’s key, when it is made (default: the host name)')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', 'where to listen; 0 is any free port', '7480')
    .addHelpText(
      'after',
      `${examples('witness ./witness --logs logs.txt --name example.org/witness')}

The folder has the witness’s private key and what it cosigned last. Never run two on copies of it, and never
put back an older copy: the witness would contradict itself.`,
    )
    .action(calls(() => import('../commands/witness.ts'), 'witness'));

  program
    .command('monitor <handle>')
    .description('follow the transparency log for everything that is published under a handle')
    .option('--since <entry>', 'begin at this entry of the log, and leave the position as it is')
    .option('--watch', 'keep looking until stopped')
    .option('--interval <seconds>', 'seconds between looks with --watch', '60')
    .option('--exit-code', 'exit with 1 if there is anything new')
    .addHelpText(
      'after',
      `${examples('monitor ada', 'monitor ada --exit-code', 'monitor ada --watch --json')}

It goes on where the last look on this machine ended. With --watch, --json prints an event a line.`,
    )
    .action(calls(() => import('../commands/monitor.ts'), 'monitor'));
}
