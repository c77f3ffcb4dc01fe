/** A unified diff as a page shows it: in its parts, and no longer than can be read. */

export interface DiffLine {
  kind: 'added' | 'removed' | 'same' | 'place' | 'remark';
  /** With its sign. */
  text: string;
}

/** The lines of a diff of one file that come after its header. */
export const diffLines = (diff: string): DiffLine[] =>
  diff
    .replace(/\n$/, '')
    .split('\n')
    .slice(headerLength(diff))
    .map((text) => ({ kind: kinds[text[0] ?? ' '] ?? 'same', text }));

const kinds: Readonly<Record<string, DiffLine['kind']>> = {
  '+': 'added',
  '-': 'removed',
  '@': 'place',
  '\\': 'remark',
};

/** The lines before the first hunk, which say what the page says otherwise: the names of the files. */
function headerLength(diff: string): number {
  const place = diff.split('\n', 8).findIndex((line) => line.startsWith('@@'));
  return place < 0 ? diff.split('\n').length : place;
}

/** How much of a comparison a page shows, in characters and lines. */
const longestDiff = { characters: 256 * 1024, lines: 8000 };

/** The diffs one after another as far as there is room; undefined for those that don't fit any more. */
export function fittingDiffs(diffs: readonly string[]): (DiffLine[] | undefined)[] {
  const left = { ...longestDiff };
  return diffs.map((diff) => {
    if (diff.length > left.characters) return undefined;
    const lines = diffLines(diff);
    if (lines.length > left.lines) return undefined;
    left.characters -= diff.length;
    left.lines -= lines.length;
    return lines;
  });
}

/** How many lines came and went. */
export const counts = (lines: readonly DiffLine[]): { added: number; removed: number } => ({
  added: lines.filter(({ kind }) => kind === 'added').length,
  removed: lines.filter(({ kind }) => kind === 'removed').length,
});
