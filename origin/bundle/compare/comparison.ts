/** What changes between two bundles, in bounded time and length. */

import type { BundleFile } from '../bundleFile.ts';
import { textOf } from '../decode.ts';
import { byPath } from '../paths.ts';
import type { Change, Omitted, Plan } from './plan.ts';
import { type DiffWork, unified } from './unified.ts';
import { workOf } from './work.ts';

export type Contents = Plan<BundleFile>;

export interface Comparison {
  /** By path. */
  files: FileDiff[];
}

interface FileDiff extends Pick<Change<unknown>, 'path' | 'status'> {
  /** Empty where the file is not text, or left out. */
  diff: string;
  omitted?: Omitted;
}

/**
 * About 200 ms on one core of a small server: for splitting texts into lines, and for comparing lines. Where comparing
 * ends early, there is still a diff.
 */
const allWork = { lines: 1_100_000, comparing: 500_000 };

/** Bytes of all diffs together, as JSON. */
const maxText = 1024 * 1024;
/** The same for the same contents, on any machine at any load. */
export function comparisonOf(contents: Contents): Comparison {
  return { files: fileDiffs(contents, { lines: workOf(allWork.lines), comparing: workOf(allWork.comparing) }) };
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
