/** `mirror export` and `mirror import`: a snapshot carried to a machine that no network leads to. */
import type { Command } from 'commander';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Outcome } from '../operatorContext.ts';

interface Operating {
  settings(): Settings;
  print(outcome: Outcome): void;
}

export function addCopyCommands(program: Command, { settings, print }: Operating): void {
  const mirror = program.command('mirror').description('copies of what the mirror serves');
  mirror
    .command('export <file>')
    .description('write what the mirror serves to a file')
    .option('--since <file>', 'only what changed since this earlier export')
    .action(async (file: string, options: { since?: string }) =>
      print(await (await import('./carry.ts')).exportCopy(settings(), file, options)),
    );
  mirror
    .command('import <file>')
    .description('bring this data directory’s copy of a registry up to date from an export, after checking all of it')
    .option('--key <key>', 'the key of the registry’s transparency log, as its guide says it')
    .action(async (file: string, options: { key?: string }) =>
      print(await (await import('./carry.ts')).importCopy(settings(), file, options)),
    );
}
