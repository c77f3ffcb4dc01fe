/** Opening a page of the registry where a person sits in front of this machine. */
import { spawn } from 'node:child_process';
import type { Context } from './context.ts';
import type { Registry } from './registry/registry.ts';

/** Whether a browser was asked for. Only pages of these two addresses are opened, and no shell reads the address. */
export function openInBrowser(
  { environment, terminal }: Context,
  { mirrorUrl, originUrl }: Pick<Registry, 'mirrorUrl' | 'originUrl'>,
  address: string,
): boolean {
  const isHere = terminal.isInteractive && !environment['SSH_CONNECTION'] && !environment['SSH_TTY'];
  if (!isHere || !URL.canParse(address)) return false;
  const { href, origin } = new URL(address);
  if (![mirrorUrl, originUrl].some((own) => new URL(own).origin === origin)) return false;
  const [program, ...options] = openerOf(environment);
  if (!program) return false;
  const child = spawn(program, [...options, href], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined).unref();
  return true;
}

function openerOf(environment: Context['environment']): string[] {
  if (environment['BROWSER']) return [environment['BROWSER']];
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : [];
}
