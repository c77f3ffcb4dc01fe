/** A long text piece by piece: what rules keep of a text at once takes thirty times as much memory as the text. */
import { lineFinder } from '../detector.ts';

export interface Piece {
  text: string;
  /** Of the piece within the text, from 1. */
  firstLine: number;
  /** Its offset. */
  start: number;
}

/** Characters; what is shorter is one piece. Nearly every file that people write is. */
export const pieceLength = 512 * 1024;
/** How much of the piece before a piece begins with, for rules that look at several lines. */
const overlap = 4096;

/** Cut where lines end, where they do. */
export function* piecesOf(text: string): Generator<Piece> {
  const lineOf = lineFinder(text);
  for (let start = 0; ; ) {
    const isLast = text.length - start <= pieceLength;
    const end = isLast ? text.length : lineEndBefore(text, start + pieceLength);
    yield { text: isLast && start === 0 ? text : text.slice(start, end), firstLine: lineOf(start), start };
    if (isLast) return;
    start = lineEndBefore(text, end - overlap);
  }
}

/** The start of the line that `at` is in, or `at` itself in a long line. */
function lineEndBefore(text: string, at: number): number {
  const newline = text.lastIndexOf('\n', at - 1);
  return newline > at - overlap ? newline + 1 : at;
}
