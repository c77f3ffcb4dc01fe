/** Where a long document is cut, so that a page shows its beginning and folds the rest. */
import type { Token } from 'markdown-it';

/** Characters of prose on a line, about. */
const measure = 80;
/** Lines that are shown, about: two or three screens. */
const shownLines = 120;
/** Less than this isn't worth a click. */
const leastFolded = 80;

/** One block alone is either shown or folded, and folded only where it is this long. */
const longestBlock = 360;

/**
 * The index of the first token of what is folded; undefined where all of it is shown. The cut is between two blocks, before
 * the last heading of what there is room for. One block is never cut, so what is shown may be longer or shorter.
 */
export function foldOf(tokens: readonly Token[], source: string): number | undefined {
  const lines = heights(source);
  const blocks = tokens.flatMap(({ level, nesting, map, type }, index) =>
    level === 0 && nesting >= 0 && map ? [{ index, at: lines[map[0]] ?? 0, type }] : [],
  );
  const total = lines.at(-1) ?? 0;
  const cut = blocks.findLastIndex(({ at }) => at <= shownLines);
  const block = blocks[cut];
  if (!block || total - block.at < (cut === 0 ? longestBlock : leastFolded)) return undefined;
  const heading = blocks.slice(1, cut + 1).findLast(({ at, type }) => type === 'heading_open' && at >= shownLines / 2);
  return (heading ?? block).index;
}

/** How far down each source line begins, and the end, in lines of a page. */
function heights(source: string): number[] {
  const begins = [0];
  for (const line of source.split(/\r\n?|\n/))
    begins.push((begins.at(-1) ?? 0) + Math.max(1, Math.ceil(line.length / measure)));
  return begins;
}
