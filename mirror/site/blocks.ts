/** The lines of a diff in blocks, as unified and side-by-side views show them, with the part of a line that changed. */
import type { DiffLine } from './unified.ts';

export interface BlockLine extends DiffLine {
  /** Where in the text what differs from the other side's line begins and ends; undefined where the whole line is new. */
  changed?: [from: number, to: number];
}

/** What both sides have, or what stands on the left for what stands on the right. Places are of neither side. */
export type Block =
  | { kind: 'place' | 'same'; lines: BlockLine[] }
  | { kind: 'changed'; removed: BlockLine[]; added: BlockLine[] };

/** In order: a unified view shows what was removed before what was added in its place. */
export function blocksOf(lines: readonly DiffLine[]): Block[] {
  const blocks: Block[] = [];
  let side: 'removed' | 'added' = 'removed';
  for (const line of lines) {
    const last = blocks.at(-1);
    const change = last?.kind === 'changed' ? last : undefined;
    if (line.kind === 'removed' || line.kind === 'added') {
      const goesOn = change && !(line.kind === 'removed' && side === 'added');
      const block = goesOn ? change : { kind: 'changed' as const, removed: [], added: [] };
      if (!goesOn) blocks.push(block);
      side = line.kind;
      block[side].push(line);
    } else if (line.kind === 'remark' && change) change[side].push(line);
    else if (line.kind !== 'place' && last?.kind === 'same') last.lines.push(line);
    else blocks.push({ kind: line.kind === 'place' ? 'place' : 'same', lines: [line] });
  }
  return blocks.map(marked);
}

/** The lines of blocks, as a unified view has them. */
export const inOneColumn = (blocks: readonly Block[]): BlockLine[] =>
  blocks.flatMap((block) => (block.kind === 'changed' ? [...block.removed, ...block.added] : block.lines));

/** Where as many lines came as went, each is compared with the one that it replaced. Remarks stay where they are. */
function marked(block: Block): Block {
  if (block.kind !== 'changed') return block;
  const [removed, added] = [linesAlone(block.removed), linesAlone(block.added)];
  if (removed.length !== added.length) return block;
  const marks = new Map<BlockLine, BlockLine>();
  for (const [index, line] of removed.entries()) {
    const other = added[index] as BlockLine;
    const [before, after] = markedPair(line, other);
    marks.set(line, before).set(other, after);
  }
  const inPlace = (line: BlockLine) => marks.get(line) ?? line;
  return { kind: 'changed', removed: block.removed.map(inPlace), added: block.added.map(inPlace) };
}

const linesAlone = (side: readonly BlockLine[]): BlockLine[] => side.filter(({ kind }) => kind !== 'remark');

/** The least share of a line that both have, below which marks would only distract. */
const leastShared = 0.3;

/** What stands between the words that both begin with and those that both end with: in linear time. */
function markedPair(removed: BlockLine, added: BlockLine): [BlockLine, BlockLine] {
  const [before, after] = [wordsOf(removed.text), wordsOf(added.text)];
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const shared = lengthOf(before.slice(0, head)) + lengthOf(before.slice(before.length - tail));
  if (shared < leastShared * Math.max(lengthOf(before), lengthOf(after))) return [removed, added];
  const mark = (line: BlockLine, words: readonly string[]): BlockLine => {
    const [from, to] = [1 + lengthOf(words.slice(0, head)), 1 + lengthOf(words.slice(0, words.length - tail))];
    return from < to ? { ...line, changed: [from, to] } : line;
  };
  return [mark(removed, before), mark(added, after)];
}

/** Without the sign. Whole characters, so that no mark cuts one. */
const wordsOf = (text: string): string[] => text.slice(1).match(/[\p{L}\p{M}\p{N}_]+|\s+|./gsu) ?? [];
const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);
