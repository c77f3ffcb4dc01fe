/** Syncs again and again, until the person stops it. */
import { RegistryError } from '../../../origin/contract/client.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure, Unreachable } from '../failure.ts';
import { isUnchanged, noteProblems, reportText, type SyncReport } from './report.ts';
import { sync } from './sync.ts';
import type { SyncOptions } from './syncRun.ts';

/** Seconds between two tries while the registry is away. */
const maxPause = 15 * 60;

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
    const { report, message = '', pause = 0 } = await once(context, options);
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
    const backOff = failures === 0 ? interval : Math.min(maxPause, interval * 2 ** Math.min(failures, 10));
    await wait(Math.max(backOff, pause), signal);
  }
  return last;
}

async function once(
  context: Context,
  options: SyncOptions,
): Promise<{ report?: SyncReport; message?: string; pause?: number }> {
  try {
    return { report: await sync(context, options) };
  } catch (error) {
    if (context.signal.aborted) return {};
    if (error instanceof Unreachable) return { message: error.message };
    if (error instanceof RegistryError && (error.status === 429 || error.status >= 500)) {
      return { message: error.message, pause: Number(error.body['retry_after']) || 0 };
    }
    // Another sync at work, or a frozen list that differs now, may be over the next time.
    if (error instanceof Failure && error.exitCode === exitCodes.failed) return { message: error.message };
    throw error;
  }
}

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
  });
