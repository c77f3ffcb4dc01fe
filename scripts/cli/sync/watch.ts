/** Syncs again and again, until the person stops it. */
import type { Context } from '../context.ts';
import { exitCodes, Failure, Unreachable } from '../failure.ts';
import { backOff, isOutOfOrder, pause } from '../watch.ts';
import { isUnchanged, noteProblems, reportText, type SyncReport } from './report.ts';
import { sync } from './sync.ts';
import type { SyncOptions } from './syncRun.ts';

interface Watching extends SyncOptions {
  /** Seconds between two syncs. */
  interval: number;
}

/** Resolves with the last sync's report when `context.signal` ends. Errors: `Failure` that a later try can't mend. */
export async function watch(context: Context, { interval, ...options }: Watching): Promise<SyncReport | undefined> {
  const { terminal, signal } = context;
  let last: SyncReport | undefined;
  let said = '';
  for (let failures = 0; !signal.aborted; ) {
    const { report, message = '', atLeast = 0 } = await once(context, options);
    last = report ?? last;
    failures = report && !report.offline ? 0 : failures + 1;
    // The choice of agents is remembered; what was forced, was forced once.
    options = { ...(options.frozen && { frozen: options.frozen }) };
    const problems = JSON.stringify(report ? [report.problems, report.held] : message);
    if (report && (problems !== said || report.placed.length + report.removed.length > 0) && !report.offline) {
      if (!isUnchanged(report) || said === '') terminal.note(reportText(report));
      noteProblems(report, terminal);
    } else if (message && problems !== said) terminal.note(message);
    said = problems;
    await pause(Math.max(backOff(interval, failures), atLeast), signal);
  }
  return last;
}

async function once(
  context: Context,
  options: SyncOptions,
): Promise<{ report?: SyncReport; message?: string; atLeast?: number }> {
  try {
    return { report: await sync(context, options) };
  } catch (error) {
    if (context.signal.aborted) return {};
    if (error instanceof Unreachable) return { message: error.message };
    if (isOutOfOrder(error)) return { message: error.message, atLeast: Number(error.body['retry_after']) || 0 };
    // Another sync at work, or a frozen list that differs now, may be over the next time.
    if (error instanceof Failure && error.exitCode === exitCodes.failed) return { message: error.message };
    throw error;
  }
}
