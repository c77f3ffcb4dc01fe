/** Whether a program can do its work, and what keeps it from that, in sentences. */
import type { z } from 'zod';
import type { Readiness as Shape } from '../../contract/clients/onCall.ts';
import { codeOf } from './codeOf.ts';
import { inTime, patience } from './inTime.ts';

export type Readiness = z.output<typeof Shape>;

export interface Check {
  name: string;
  /** Why it is not well; undefined where it is. What rejects is not well either. */
  look(): Promise<string | undefined>;
  /** Without it there is nothing to answer. */
  isVital?: boolean;
}

/** Milliseconds for which a result is believed: who asks often is not to add to the load. */
const believed = 1000;

/** The checks of a program as one question, which may be asked at any rate. `partial`: what alone it has, where that is not all. */
export function readinessOf(
  checks: readonly Check[],
  partial: () => Promise<string | undefined> = async () => undefined,
): () => Promise<Readiness> {
  let known: { at: number; readiness: Promise<Readiness> } | undefined;
  return () => {
    if (!known || performance.now() - known.at > believed)
      known = { at: performance.now(), readiness: look(checks, partial) };
    return known.readiness;
  };
}

async function look(checks: readonly Check[], partial: () => Promise<string | undefined>): Promise<Readiness> {
  const part = await inTime(partial(), '').catch(() => 'Whether this is all of the registry can’t be told now.');
  const found = await Promise.all(checks.map(async (check) => ({ check, reason: await reasonOf(check) })));
  const bad = found.filter(({ reason }) => reason !== undefined);
  const isVital = bad.some(({ check }) => check.isVital);
  return {
    status: isVital ? 'unavailable' : bad.length > 0 ? 'degraded' : 'ready',
    reasons: Object.fromEntries(bad.map(({ check, reason = '' }) => [check.name, reason])),
    checked: checks.map(({ name }) => name),
    ...(part && { partial: part }),
  };
}

async function reasonOf({ look }: Check): Promise<string | undefined> {
  try {
    return await inTime(look(), `No answer within ${patience / 1000} s.`);
  } catch (error) {
    // Some databases name hosts and users in what they say: the log has that, and the one who asks gets the code.
    const code = codeOf(error);
    return code ? `It failed: ${code}.` : 'It failed; the log says why.';
  }
}
