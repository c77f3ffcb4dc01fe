/** The lines in which two texts differ, as a unified diff. */
import { createTwoFilesPatch, formatPatch } from 'diff';
import { steps, type Work } from './work.ts';

interface Sides {
  path: string;
  /** Undefined where the file is not there. */
  before: string | undefined;
  after: string | undefined;
}

export interface DiffWork {
  /** Splitting texts into lines. */
  lines: Work;
  /** Comparing lines. */
  comparing: Work;
}

const context = 3;

/**
 * A diff that turns one into the other. Of texts that differ too much to find the shortest, the lines between the first and
 * the last that differ are given as one change. Undefined where that is too much work as well.
 */
export function unified({ path, before, after }: Sides, work: DiffWork): string | undefined {
  const [old, fresh] = [before ?? '', after ?? ''];
  const splitting = steps.bytes(old.length + fresh.length) + steps.lines(old) + steps.lines(fresh);
  if (!work.lines.spend(splitting)) return undefined;
  const names: Names = [
    before === undefined ? '/dev/null' : `a/${path}`,
    after === undefined ? '/dev/null' : `b/${path}`,
  ];
  return shortest(names, old, fresh, work.comparing) ?? replaced(names, old, fresh);
}

type Names = [before: string, after: string];

/** Half of what is left may go into one file, so that no file takes it from all that come after it. */
function shortest(names: Names, before: string, after: string, work: Work): string | undefined {
  const least = work.left() / 2;
  const comparator = (one: string, other: string): boolean => {
    // Lines of one length are compared sign by sign.
    const long = one.length === other.length ? one.length >> 8 : 0;
    if (!work.spend(steps.comparison + long) || work.left() < least) throw tooDifferent;
    return one === other;
  };
  // Handed on to the comparison of lines, which the types of patches don't say.
  const options = { context, comparator };
  try {
    return createTwoFilesPatch(...names, before, after, '', '', options);
  } catch (error) {
    if (error === tooDifferent) return undefined;
    throw error;
  }
}

const tooDifferent = new Error('The texts differ too much.');

function replaced([oldFileName, newFileName]: Names, before: string, after: string): string {
  const [old, fresh] = [before, after].map((text) => text.split(/(?<=\n)/)) as [string[], string[]];
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const start = Math.max(0, head - context);
  const end = Math.max(0, tail - context);
  const lines = [
    ...old.slice(start, head).map(signed(' ')),
    ...old.slice(head, old.length - tail).map(signed('-')),
    ...fresh.slice(head, fresh.length - tail).map(signed('+')),
    ...old.slice(old.length - tail, old.length - end).map(signed(' ')),
  ].flat();
  const place = { oldStart: start + 1, newStart: start + 1 };
  const lengths = { oldLines: old.length - end - start, newLines: fresh.length - end - start };
  const hunks = [{ ...place, ...lengths, lines }];
  return formatPatch({ oldFileName, newFileName, oldHeader: '', newHeader: '', hunks });
}

const signed = (sign: string) => (line: string) =>
  line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'];
