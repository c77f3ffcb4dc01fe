/** A page on this machine about its skills, in the person's browser. */
import { setTimeout as wait } from 'node:timers/promises';
import { pagesFor } from '../app/pages.ts';
import { addressOfRunning, placeOf, sayWhere } from '../app/running.ts';
import { serve } from '../app/server.ts';
import { openInBrowser } from '../browser.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { locked } from '../lock.ts';

export interface AppOptions {
  print?: true;
  background?: true;
  atLogin?: true;
  notAtLogin?: true;
  yes?: true;
  /** Seconds. */
  idle: string;
}

/** Serves it until it is stopped or idle. Where one runs already, that one is opened. */
export async function app(context: Context, options: AppOptions): Promise<Outcome> {
  if (options.atLogin || options.notAtLogin) {
    const { startAtLogin, stopAtLogin } = await import('../app/atLogin.ts');
    return options.atLogin ? startAtLogin(context, options) : stopAtLogin(context);
  }
  const idle = Number(options.idle);
  if (!(idle >= 1)) throw new Failure('--idle takes a number of seconds, at least 1.', exitCodes.usage);
  const place = await placeOf(context.config);
  const running = await addressOfRunning(place);
  if (running) return { text: offer(context, running, options), json: { address: running, ended: null } };
  return locked(place.lock, async () => {
    const serving = await serve(await pagesFor(context));
    try {
      await sayWhere(place, serving);
      const address = serving.newAddress();
      // Logs keep what a background service prints, and others may read them.
      const shown = options.background ? '' : offer(context, address, options);
      if (context.terminal.json) context.terminal.note(shown);
      else await context.terminal.print(shown);
      const ended = await ending(context.signal, serving.idleFor, options.background ? Infinity : idle);
      if (ended === 'idle') context.terminal.note(`Ended: no page was asked for in ${idle} seconds.`);
      return { text: '', json: { address, ended } };
    } finally {
      await serving.close();
    }
  });
}

/** Opens it where somebody sits in front of this machine, and returns what is printed. */
function offer(context: Context, address: string, { print, background }: AppOptions): string {
  if (background) return '';
  const { origin } = new URL(address);
  const opened = !print && openInBrowser(context, { mirrorUrl: origin, originUrl: origin }, address);
  context.terminal.note(
    opened
      ? 'Opening your browser. Ctrl-C ends the app.'
      : 'Open this address in a browser on this machine. It works once; for another window, run this command again.',
  );
  return address;
}

async function ending(signal: AbortSignal, idleFor: () => number, idle: number): Promise<'idle' | 'stopped'> {
  const between = Math.min(30_000, (idle * 1000) / 4);
  while (!signal.aborted) {
    if (idleFor() >= idle) return 'idle';
    await wait(between, undefined, { signal }).catch(() => undefined);
  }
  return 'stopped';
}
