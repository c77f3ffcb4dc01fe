/** Brings a copy up to date. */
import { isDiskFull } from '../../../mirror/followers/room.ts';
import { LogError } from '../../../origin/log/logError.ts';
import { refusalOf } from '../registry/log/checked.ts';
import { IntegrityError } from '../sync/download/boundedBody.ts';
import { copyChanges } from './changes.ts';
import { copyAll } from './copyAll.ts';
import { BadAnswer } from './leader.ts';
import type { Passed, Passing } from './passing.ts';
import { keepAnswer, refusal } from './refused.ts';

/** Errors: `Failure` where something is refused, `Unreachable`, and those of the disk. What is shown stays then as it was. */
export async function pass(parts: Passing): Promise<Passed> {
  const { root, folder, reader } = parts;
  const shown = await folder.shown();
  await folder.tidy();
  try {
    if (!shown || parts.isFull || (await folder.unfinished())) return await copyAll(parts, shown);
    return await copyChanges(parts, shown);
  } catch (error) {
    // What is shown needs the room more than a pass that may never get whole; a first copy goes on where it was.
    if (shown && isDiskFull(error) && !(await folder.spool.isWhole())) await folder.giveUp();
    const { registry } = reader;
    if (error instanceof BadAnswer) throw refusal(error, registry.mirrorUrl, await keepAnswer(root, error));
    throw refusalOf(error instanceof LogError ? new IntegrityError(error.message) : error, registry);
  }
}
