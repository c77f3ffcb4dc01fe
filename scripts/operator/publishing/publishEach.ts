/** Publishing many skills one after the other, with what became of each. */
import { ApiError } from '../../../origin/contract/errors.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';
import { openThrottle } from './throttle.ts';

export type Fate = 'published' | 'updated' | 'unchanged';

/** A skill that was found. Its `publish` throws an `ApiError` for a refusal, or the file system's own error. */
export interface Find {
  /** As people name it: `<author>/<slug>`. */
  skill: string;
  publish(): Promise<Fate>;
}

interface Refusal {
  skill: string;
  code: string;
  message: string;
}

interface Fates extends Record<Fate, string[]> {
  refused: Refusal[];
  unreadable: Refusal[];
}

/**
 * Publishes what the registry takes and goes on past what it refuses, at the mirror's pace. Stops between two skills
 * when the signal is aborted, with its reason.
 */
export async function publishEach(
  context: OperatorContext,
  finds: readonly Find[],
  signal?: AbortSignal,
): Promise<Fates> {
  const fates: Fates = { published: [], updated: [], unchanged: [], refused: [], unreadable: [] };
  const pace = await openThrottle(context);
  try {
    for (const [index, { skill, publish }] of finds.entries()) {
      signal?.throwIfAborted();
      await pace.keep();
      context.progress(index, finds.length, printable(skill));
      try {
        const fate = await publish();
        fates[fate].push(skill);
        context.log(printable(`${fate} ${skill}`));
      } catch (error) {
        const problem = error instanceof ApiError ? refusalOf(error) : isFileError(error) ? error : undefined;
        if (!problem) throw error;
        fates[error instanceof ApiError ? 'refused' : 'unreadable'].push({ skill, ...problemOf(problem) });
      }
    }
  } finally {
    await pace.close();
    context.progress(finds.length, finds.length, '');
  }
  return fates;
}

/** Exit 1 only if something could not be read at all. */
export function outcomeOf({ published, updated, unchanged, refused, unreadable }: Fates, finds: number): Outcome {
  const problem = ({ skill, code, message }: Refusal) => printable(`  ${skill}: ${code}: ${message}`);
  const lines = [
    `${published.length} published, ${updated.length ? `${updated.length} updated, ` : ''}${unchanged.length} unchanged, ` +
      `${refused.length} refused, ${unreadable.length} unreadable, of ${finds}.`,
    ...(refused.length ? ['Refused:', ...refused.map(problem)] : []),
    ...(unreadable.length ? ['Unreadable:', ...unreadable.map(problem)] : []),
  ];
  return {
    text: lines.join('\n'),
    json: { published, updated, unchanged, refused, unreadable },
    exitCode: unreadable.length > 0 ? 1 : 0,
  };
}

/** Names come from wherever the skills do, and must not steer the terminal that shows them. */
const printable = (line: string): string => line.replace(/\p{Cc}/gu, '\u{fffd}');

const problemOf = ({ code, message }: { code: string; message: string }) => ({ code, message });

/** With the place inside the bundle, where the refusal names one that its message does not. */
function refusalOf({ code, extra, message }: ApiError) {
  const { path } = extra;
  return { code, message: typeof path === 'string' && !message.includes(path) ? `${path}: ${message}` : message };
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error;
