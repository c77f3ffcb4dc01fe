/** What the registry sent and what is not taken in. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokenPack } from '../../../mirror/followers/pack/pack.ts';
import { LogError } from '../../../origin/log/logError.ts';
import { Failure } from '../failure.ts';
import { NotInLog } from '../registry/log/answers.ts';
import { IntegrityError } from '../sync/download/boundedBody.ts';
import type { BadAnswer } from './leader.ts';

/** It may be another thing the next time. */
export class Refused extends Failure {}

export const isOfLeader = (error: unknown): error is Error =>
  error instanceof BrokenPack || error instanceof IntegrityError || error instanceof LogError;

/** Keeps an answer for people, in place of what was kept before; returns where. */
export async function keepAnswer(root: string, { bytes }: BadAnswer): Promise<string> {
  const place = join(root, 'refused');
  await rm(place, { recursive: true, force: true });
  await mkdir(place);
  await writeFile(join(place, '000000001.pack'), bytes);
  return place;
}

/** The error that says it to a person. `kept`: where it is. */
export function refusal(error: Error, site: string, kept: string): Failure {
  const why = error.message.replace(/\.$/, '');
  const sentence = `${site} sent what is refused, and nothing of it is shown: ${why}. It is kept in ${kept}.`;
  const isLater = error instanceof BrokenPack || error instanceof NotInLog;
  return isLater
    ? new Refused(sentence)
    : new Failure(`${sentence} Tell the operator of the registry, and show others what you have.`);
}
