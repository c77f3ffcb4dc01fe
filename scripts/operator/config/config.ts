/** `operator config …`: configurations of servers in front, out of the registry's own tables. */
import type { Command } from 'commander';
import type { OperatorContext, Outcome } from '../operatorContext.ts';
import type { NginxConfigOptions } from './nginx.ts';
import type { VarnishConfigOptions } from './varnish.ts';

export function addConfigCommands(
  program: Command,
  run: (command: (context: OperatorContext) => Promise<Outcome>) => Promise<void>,
): void {
  const config = program.command('config').description('configuration for other servers');
  config
    .command('nginx')
    .description('print a configuration for nginx to serve the mirror’s files')
    .option('--listen <address>', 'the address or port that nginx listens on', '80')
    .action((options: NginxConfigOptions) =>
      run(async (context) => (await import('./nginx.ts')).nginx(context, options)),
    );
  config
    .command('varnish')
    .description('print a configuration for varnish in front of the mirror')
    .option('--mirrors <addresses>', 'host and port of each mirror, comma-separated (default: this one)')
    .option('--purgers <networks>', 'who may purge: addresses and networks, comma-separated', '127.0.0.1,::1')
    .option('--token-file <file>', 'a file that varnish can read and that holds CDN_TOKEN', '/etc/varnish/purge-token')
    .action((options: VarnishConfigOptions) =>
      run(async (context) => (await import('./varnish.ts')).varnish(context, options)),
    );
}
