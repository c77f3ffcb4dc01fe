/** A witness that is sent checkpoints, without its door. */
import { join } from 'node:path';
import { verifierText } from '../../origin/log/note.ts';
import { makeFolder } from '../../scripts/cli/sync/store/durable.ts';
import { openKey } from '../../scripts/cli/witness/folder.ts';
import { readLogs } from '../../scripts/cli/witness/logs.ts';
import { openWitness } from '../../scripts/cli/witness/witness.ts';
import type { Act } from './act.ts';

/** Tells its key, and the index of each checkpoint that it cosigned. */
export async function askWitness({ root, log, requests }: Act & { does: 'witness' }, tell: (text: string) => void) {
  const statuses: number[] = [];
  let said = '';
  const note = (sentence: string) => {
    said += `${sentence}\n`;
  };
  try {
    const folder = join(root, 'witness');
    await makeFolder(folder, 0o700);
    const signer = await openKey(folder, 'witness.example/w');
    const witness = await openWitness({ folder, signer, logs: await readLogs({ log: [log] }), tell: note });
    tell(verifierText(signer));
    for (const [index, request] of requests.entries()) {
      const { status, body } = await witness.addCheckpoint(Buffer.from(request)).catch((error: Error) => {
        note(error.message);
        return { status: 500, body: '' };
      });
      statuses.push(status);
      if (status === 200) tell(String(index));
      else note(body.trimEnd());
    }
    return { ended: statuses, said };
  } catch (error) {
    return { ended: 1, said: said + (error as Error).message };
  }
}
