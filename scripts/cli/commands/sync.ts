/** Brings the approved skills to the agents of this machine. */
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { agentsNamed } from '../agents.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { readLockFile, writeLockFile } from '../sync/frozen.ts';
import { noteProblems, outcomeOf } from '../sync/report.ts';
import { readState } from '../sync/state.ts';
import { sync as syncOnce } from '../sync/sync.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { watch } from '../sync/watch.ts';
import { intervalOf } from '../watch.ts';

export interface SyncCommandOptions {
  /** Names, separated by commas. */
  agents?: string;
  dryRun?: boolean;
  force?: boolean;
  frozen?: boolean;
  lock?: boolean;
  prune?: boolean;
  watch?: boolean;
  /** Seconds. */
  interval?: string;
}

export async function sync(context: Context, options: SyncCommandOptions): Promise<Outcome> {
  const { dryRun, force, prune } = options;
  if (options.lock && options.frozen)
    throw new Failure('--lock writes the file that --frozen reads: use one.', exitCodes.usage);
  const asked = {
    ...(options.agents !== undefined && { agents: agentsNamed(options.agents) }),
    ...(options.frozen && { frozen: await readLockFile(context.workingDirectory) }),
    ...(dryRun && { dryRun }),
    ...(force && { force }),
    ...(prune && { prune }),
  };
  if (options.watch) return watched(context, asked, intervalOf(options.interval ?? '60'));
  const report = await syncOnce(context, asked);
  noteProblems(report, context.terminal);
  for (const { skill_id, name } of report.placed) {
    if (!skill_id.endsWith(`:${name}`))
      context.terminal.note(`${nameOf(skill_id)} is installed as ${name}, because another skill has the same name.`);
  }
  if (options.lock && !dryRun) context.terminal.note(`Wrote ${await lockApproved(context)}.`);
  return outcomeOf(report);
}

async function watched(context: Context, asked: Parameters<typeof syncOnce>[1], interval: number): Promise<Outcome> {
  if (asked.dryRun) throw new Failure('--watch and --dry-run don’t go together.', exitCodes.usage);
  const report = await watch(context, { ...asked, interval });
  return { text: '', json: report ?? null };
}

async function lockApproved(context: Context): Promise<string> {
  const home = syncHomeOf(context, await context.registry());
  return writeLockFile(context.workingDirectory, (await readState(home)).approved);
}
