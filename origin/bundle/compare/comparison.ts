/** What changes between two bundles, in bounded time and length. */

import type { BundleFile } from '../bundleFile.ts';
import { textOf } from '../decode.ts';
import { byPath } from '../paths.ts';
import { capabilitiesOf, newCapabilities } from './capabilities.ts';
import type { Change, Omitted, Plan } from './plan.ts';
import { type DiffWork, unified } from './unified.ts';
import { type Work, workOf } from './work.ts';

export type Contents = Plan<BundleFile>;

export interface Comparison {
  /** By path. */
  files: FileDiff[];
  asks: NewAsks;
}

interface FileDiff extends Pick<Change<unknown>, 'path' | 'status'> {
  /** Empty where the file is not text, or left out. */
  diff: string;
  omitted?: Omitted;
}

interface NewAsks {
  commands: string[];
  domains: string[];
  environment: string[];
  allowed_tools: string[];
  /** False where not all that is new was read, or not all that was found is named. */
  complete: boolean;
}

/**
 * About 200 ms on one core of a small server: for reading what is asked, for splitting texts into lines, and for comparing
 * lines. What reading leaves is for splitting. Where comparing ends early, there is still a diff.
 */
const allWork = { asks: 500_000, lines: 600_000, comparing: 500_000 };

/** Bytes of all diffs together, as JSON. */
const maxText = 1024 * 1024;
/** Names in one list. */
const maxNames = 200;

/** The same for the same contents, on any machine at any load. */
export function comparisonOf(contents: Contents): Comparison {
  const reading = workOf(allWork.asks);
  const asks = newAsks(contents, reading);
  const work = { lines: workOf(allWork.lines + reading.left()), comparing: workOf(allWork.comparing) };
  return { files: fileDiffs(contents, work), asks };
}

function newAsks({ changes, same }: Contents, work: Work): NewAsks {
  const after = capabilitiesOf(
    changes.flatMap(({ after }) => after ?? []),
    work,
  );
  const before = capabilitiesOf([...changes.flatMap(({ before }) => before ?? []), ...same], work);
  let complete = after.isWhole && changes.every(({ status, omitted }) => !omitted || status === 'removed');
  const fresh = (kind: Exclude<keyof typeof after, 'isWhole'>): string[] => {
    const names = newCapabilities(before[kind], after[kind]);
    complete &&= names.length <= maxNames;
    return names.slice(0, maxNames);
  };
  const lists = {
    commands: fresh('commands'),
    domains: fresh('domains'),
    environment: fresh('environment'),
    allowed_tools: fresh('allowedTools'),
  };
  return { ...lists, complete };
}

function fileDiffs({ changes }: Contents, work: DiffWork): FileDiff[] {
  let room = maxText;
  const made = changes.map(({ path, status, omitted, ...sides }): FileDiff => {
    const left = (why: Omitted): FileDiff => ({ path, status, diff: '', omitted: why });
    if (omitted) return left(omitted);
    const diff = diffOf(path, sides, work);
    if (diff === undefined) return left('budget');
    const size = Buffer.byteLength(JSON.stringify(diff));
    if (size > room) return left(size > maxText ? 'too_large' : 'budget');
    room -= size;
    return { path, status, diff };
  });
  return made.sort(byPath);
}

/** Undefined where it is too much work. */
function diffOf(path: string, { before, after }: Pick<Change<BundleFile>, 'before' | 'after'>, work: DiffWork) {
  const sides = { before: before && textOf(before.bytes), after: after && textOf(after.bytes) };
  const isText = (!before || sides.before !== undefined) && (!after || sides.after !== undefined);
  return isText ? unified({ path, ...sides }, work) : '';
}
