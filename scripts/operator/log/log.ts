/** `log …`: the transparency log, as its operator sees it, and what they decide about it. */

import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { redact } from '../../../origin/store/log/append.ts';
import { adoptLog, rotateKey } from '../../../origin/store/log/handOver.ts';
import { holdIn } from '../../../origin/store/log/hold.ts';
import { logHead, newestCheckpoint } from '../../../origin/store/log/read.ts';
import { logSize } from '../../../origin/store/log/rows.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export async function showLog({ engine: { db } }: OperatorContext): Promise<Outcome> {
  const [head, size, note] = [await logHead(db), await logSize(db), await newestCheckpoint(db)];
  if (!head) return { text: 'There is no transparency log yet. It begins when the registry starts.', json: null };
  const signed = note ? parseCheckpoint(note).size : 0;
  return {
    text: `${head.origin} has ${size} entries; the newest checkpoint is over ${signed}.\nVerifier key: ${head.verifier}`,
    json: { origin: head.origin, verifier: head.verifier, size, signed },
  };
}

export const rotate = (context: OperatorContext): Promise<Outcome> =>
  stopped(context, async ({ engine, settings, now }) => {
    const { origin, verifier } = await rotateKey(engine, settings, now());
    return {
      text: `${origin} is signed with a new key from now on, which the old one signed.\nVerifier key: ${verifier}`,
      json: { origin, verifier },
    };
  });

export const adopt = (context: OperatorContext, { reason }: { reason: string }): Promise<Outcome> =>
  stopped(context, async ({ engine, settings, now }) => {
    const { origin, verifier } = await adoptLog(engine, settings, reason, now());
    await holdIn(settings.dataDir).lift();
    return {
      text: `A new log begins: ${origin}. Clients are shown the reason, and have to accept it.\nVerifier key: ${verifier}`,
      json: { origin, verifier },
    };
  });

export async function redactEntry(
  { engine, now }: OperatorContext,
  number: string,
  { reason }: { reason: string },
): Promise<Outcome> {
  if (!/^[0-9]{1,15}$/.test(number)) throw new Error('An entry goes by its number in the log.');
  await engine.write((db) => redact(db, Number(number), reason, now()));
  return {
    text: `Entry ${number} has no text any more. The mirror drops it once the log says so, at its next step.`,
    json: { redacted: Number(number) },
  };
}

/** A builder that runs would sign with the key that it has. */
async function stopped(context: OperatorContext, work: (context: OperatorContext) => Promise<Outcome>) {
  const lock = await takeBuilderLock(snapshotPaths(context.settings.dataDir).builderLock);
  if (!lock) throw new Error('Stop the registry first: it signs checkpoints while it runs.');
  try {
    return await work(context);
  } finally {
    await lock.release();
  }
}
