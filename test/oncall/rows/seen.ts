/** What somebody on call looks at: a line, or an error where it is not as it has to be. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Server, Stage } from '../stage.ts';

/** The first line that matches, without its indentation; throws all of it where none does. */
export function lineWith(pattern: RegExp, text: string, what: string): string {
  const line = text.split('\n').find((one) => pattern.test(one));
  if (line === undefined) throw new Error(`${what} has nothing like ${pattern}:\n${text}`);
  return line.trim().replaceAll(/ {2,}/g, ' ');
}

/** What `/readyz` says of one check, once it does. */
export async function reasonOf(stage: Stage, server: Server, check: string, pattern: RegExp): Promise<string> {
  let said: unknown;
  for (const end = performance.now() + 20_000; performance.now() < end; await wait(500)) {
    const { [check]: reason = '' } = await stage.reasons(server);
    if (pattern.test(reason)) return `/readyz: ${check}: ${reason}`;
    said = reason;
  }
  throw new Error(`/readyz says of ${check}: “${said}”`);
}

/** A line of what `doctor` says, or another command; it has to end with this code. */
export async function doctorSays(stage: Stage, line: string, pattern: RegExp, code = 1): Promise<string> {
  const said = await stage.command(line);
  if (said.code !== code) throw new Error(`${line} ended with ${said.code}:\n${said.output}`);
  return `${line.replace('npm run operator -- ', '')}: ${lineWith(pattern, said.output, line)}`;
}

/** Waits until it is so. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(100))
    if (await isSo()) return;
  throw new Error(`${what}, after ${seconds} s`);
}

/** A backup of the store as it is now, and what puts it back: as the guide “Damage” has it. */
export async function backedUp(stage: Stage): Promise<void> {
  await doctorSays(stage, `npm run operator -- backup ${stage.folder}/backup.sqlite`, /./, 0);
}

export async function restore(stage: Stage): Promise<string> {
  await stage.stop();
  const done = await doctorSays(stage, `npm run operator -- restore ${stage.folder}/backup.sqlite`, /Restored/, 0);
  await stage.start();
  return done.replaceAll(`${stage.folder}/`, '');
}
