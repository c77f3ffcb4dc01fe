import { checkLog } from '../../../origin/store/log/check.ts';
import { holdIn } from '../../../origin/store/log/hold.ts';
import { logHead } from '../../../origin/store/log/read.ts';
import { isKeyAtHand } from '../../../origin/store/log/signer.ts';
import { adoptIt, shownHere } from '../backup/logKey.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { type Check, counted, type Problem, restoreIt, startIt } from './check.ts';

/** That every entry and hash of the transparency log is as it was entered, that it is signed, and that it has all that is public. */
export async function lookAtLog({ engine, settings }: OperatorContext): Promise<Omit<Check, 'name'>> {
  const held = await holdIn(settings.dataDir).read();
  // Since a store was restored, the mirror may have been built again out of it.
  const published = [held?.published, await shownHere(settings)].filter((note) => note !== undefined);
  const report = await checkLog(engine.db, published);
  if (!report) return { looked: 'there is none yet', problems: [] };
  const { entries, signed, faults, missing, isAnother } = report;
  const problems: Problem[] = faults.map((what) => ({ what, remedy: restoreIt }));
  if (isAnother)
    problems.push({
      what: 'the store has less of it than was published, or another: nothing is signed',
      remedy: `Restore a newer backup. If there is none, stop the registry and run: ${adoptIt}.`,
    });
  else if (held && held.published === undefined)
    problems.push({
      what: 'it is on hold since the store was restored: nothing here says how much of it was published',
      remedy: `Compare with a mirror or witness. If none has more: npm run operator -- log resume ${entries}. If one has: ${adoptIt}.`,
    });
  else if (signed < entries || missing > 0)
    problems.push({
      what: `${counted(entries - signed + missing, 'entry').replace(/ys$/, 'ies')} are not signed yet`,
      remedy: startIt,
    });
  const verifier = (await logHead(engine.db))?.verifier;
  if (!(await isKeyAtHand(settings, verifier)))
    problems.push({
      what: 'the key that it is signed with is not here',
      remedy: 'Put back log.key, or set LOG_KEY_FILE.',
    });
  return {
    looked: `${entries.toLocaleString('en')} entries, every hash, ${signed.toLocaleString('en')} of them signed`,
    problems,
  };
}
