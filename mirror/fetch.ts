/**
 * The mirror as a function of a request, for platforms that run Node functions and bring their own server. With
 * CATALOG_URL it needs no disk. Opened with the first request, by the environment's settings.
 */
import pino from 'pino';
import { readSettings } from '../origin/settings/settings.ts';
import { type OpenMirror, openMirror } from './open.ts';

let opened: Promise<OpenMirror> | undefined;

/** Errors: those of settings that are wrong, with each request until they are right. */
export async function fetch(request: Request): Promise<Response> {
  opened ??= open();
  const { app } = await opened.catch((error) => {
    opened = undefined;
    throw error;
  });
  return app.fetch(request);
}

/** Ends what the first request began. */
export async function close(): Promise<void> {
  const mirror = await opened;
  opened = undefined;
  await mirror?.close();
}

async function open(): Promise<OpenMirror> {
  const settings = readSettings();
  return openMirror(settings, pino({ name: 'mirror', level: settings.logLevel }));
}

export default { fetch };
