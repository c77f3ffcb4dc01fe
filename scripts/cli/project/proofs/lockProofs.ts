/** The proofs that a new lock gets. */

import { LogError } from '../../../../origin/log/logError.ts';
import { parseVerifier } from '../../../../origin/log/note.ts';
import type { Context } from '../../context.ts';
import { NotInLog } from '../../registry/log/answers.ts';
import { awayIn } from '../../registry/log/away.ts';
import type { CheckedLog } from '../../registry/log/checkedLog.ts';
import { inParallel } from '../../sync/download/parallel.ts';
import type { Chosen } from '../chosen.ts';
import type { LockFile, LockLog } from '../lockFile.ts';
import { logOf, withoutOthers } from './form.ts';
import { proofsIn, type Seen } from './proofs.ts';

const atOnce = 8;

interface Given extends Seen {
  log: CheckedLog | undefined;
  before: LockFile | undefined;
}

export interface LockProofs {
  log: LockLog | undefined;
  /** By name. */
  proofs: ReadonlyMap<string, string>;
}

/**
 * A proof that is there and still holds stays, so that the lock changes only where something did; others are asked for. What
 * can't be asked for now is left out. Errors: `IntegrityError`, `Failure` of what is new and that the log does not have.
 */
export async function proofsFor(
  { terminal }: Pick<Context, 'terminal'>,
  { log, before, ...seen }: Given,
  chosen: readonly Chosen[],
): Promise<LockProofs> {
  const kept = keptOf(before, chosen, seen);
  const lacking = chosen.filter(({ name, isPrivate }) => !isPrivate && !kept.has(name));
  const asIs = { log: before?.log, proofs: kept };
  if (!log || lacking.length === 0) return asIs;
  const told = await log.told().catch(awayIn);
  if (told instanceof Error) terminal.note(`No proofs were locked: ${told.message}`);
  if (!told || told instanceof Error) return asIs;
  const { origin, chain } = told;
  const isGoingOn =
    before?.log?.origin === origin && before.log.keys.every(({ verifier }, n) => chain[n]?.verifier === verifier);
  const proofs = new Map(isGoingOn ? kept : []);
  const verifiers = chain.map(({ verifier }) => parseVerifier(verifier));
  await inParallel(atOnce, chosen, async ({ name, skill_id, hash, isPrivate }) => {
    if (isPrivate || proofs.has(name)) return;
    const isHad = before?.skills[name]?.hash === hash;
    try {
      const proof = await log.prove({ skill_id, hash, source: '', isSettled: isHad });
      if (proof !== undefined) proofs.set(name, withoutOthers(proof, verifiers));
    } catch (error) {
      // What was locked without a proof, its entry taken out of the log perhaps, stays so.
      // Nor is a proof of use whose key the registry no longer leads to.
      const isLeftOut = (isHad && error instanceof NotInLog) || error instanceof LogError;
      const why = isLeftOut ? error : awayIn(error);
      terminal.note(`No proof of ${name} was locked: ${why.message}`);
    }
  });
  return { log: logOf(origin, chain, [...proofs.values()]), proofs };
}

/** By name. */
function keptOf(before: LockFile | undefined, chosen: readonly Chosen[], seen: Seen): Map<string, string> {
  const proved = before ? proofsIn(before, seen).proved : [];
  const same = chosen.filter(({ name, hash }) => before?.skills[name]?.hash === hash && proved.includes(name));
  return new Map(same.map(({ name }) => [name, before?.skills[name]?.proof as string]));
}
