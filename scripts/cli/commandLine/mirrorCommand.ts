/** The part of the table of commands that copies a whole registry. */
import { type Command, Option } from 'commander';
import { examples } from './examples.ts';
import type { Calls } from './kitCommands.ts';

export function addMirrorCommand(program: Command, calls: Calls): void {
  program
    .command('mirror <folder>')
    .description('copy a whole registry as files, and the next time what changed')
    .option('--watch', 'keep following until stopped')
    .option('--interval <seconds>', 'seconds between looks with --watch', '10')
    .option('--full', 'compare all there is, prove each version again, and put right what is damaged')
    .addOption(
      new Option(
        '--check',
        'read every byte of the copy again, and ask nobody; exits 1 if anything is wrong',
      ).conflicts(['watch', 'full']),
    )
    .addOption(
      new Option('--nginx [listen]', 'print a configuration that serves the copy (default: port 8080)').conflicts([
        ...['watch', 'full', 'check'],
      ]),
    )
    .addHelpText(
      'after',
      `${examples('mirror ./copy', 'mirror ./copy --watch', 'mirror ./copy --check --json')}

The files are in public, a link that a run moves on when they are whole. Every byte is checked against its hash, and
every version against the registry’s transparency log. With --watch, --json prints a document a line.`,
    )
    .action(calls(() => import('../commands/mirror.ts'), 'mirror'));
}
