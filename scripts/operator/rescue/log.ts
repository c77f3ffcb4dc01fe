/** The transparency log of a store that was made of a mirror: whether it is the one that was signed, and who can go on with it. */
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { checkLog } from '../../../origin/store/log/check.ts';
import { logHead } from '../../../origin/store/log/read.ts';
import { isKeyAtHand } from '../../../origin/store/log/signer.ts';
import { counted } from '../doctor/check.ts';

export async function lookAtRescuedLog(db: Db, settings: Settings): Promise<{ faults: string[]; notes: string[] }> {
  const [head, report] = [await logHead(db), await checkLog(db)];
  if (!(head && report))
    return {
      faults: [],
      notes: [
        'The mirror had no transparency log, so nothing proves that what it has is what was published. A log begins at start.',
      ],
    };
  const { entries, signed, faults } = report;
  const size = counted(entries, 'entry').replace(/ys$/, 'ies');
  const notes = [
    faults.length > 0
      ? `The transparency log has ${size}, which are not what was signed with ${head.verifier}.`
      : `The transparency log has ${size}, as they were signed with ${head.verifier}.`,
    'It proves which versions there are, and whether they are withdrawn or moderated. Profiles, kits, reports of the scan and counts are as the folder has them: nobody signed these.',
  ];
  if (signed < entries) faults.push(`${entries - signed} of its entries are not signed`);
  if (!(await isKeyAtHand(settings, head.verifier)))
    notes.push(
      `Its key is not here, so nothing shows that the log is yours: compare the key above with the one that you published. Put the old log.key into ${settings.dataDir}, or set LOG_KEY_FILE, before you start. If it is lost, begin a new log: npm run operator -- log adopt --reason "…"`,
    );
  return { faults, notes };
}
