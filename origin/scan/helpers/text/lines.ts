/** Text cut into windows, so that no pattern ever sees more than a bounded piece of it. */
import type { Place, ScannedFile } from '../../detector.ts';

/** A line, or a piece of a long one. */
export interface Line {
  /** Of the file, from 1. */
  number: number;
  text: string;
}

/** Characters of a window; pieces of a longer line overlap, so that what is shorter than that is whole in one of them. */
export const windowLength = 2000;
const overlap = 400;

export function* linesOf(text: string): Generator<Line> {
  let number = 1;
  for (let start = 0; start <= text.length; number += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield* windowsOf(text, number, start, end);
    start = end + 1;
  }
}

function* windowsOf(text: string, number: number, start: number, end: number): Generator<Line> {
  for (let from = start; ; from += windowLength - overlap) {
    const to = Math.min(end, from + windowLength);
    yield { number, text: text.slice(from, to) };
    if (to === end) return;
  }
}

/** Lines joined where a backslash, a pipe or `&&` at the end says that a command goes on, numbered as their first. */
export function* commandLinesOf(text: string): Generator<Line> {
  let joined: Line | undefined;
  for (const { number, text: line } of linesOf(text)) {
    const fits = joined && joined.text.length + line.length <= windowLength;
    if (joined && !fits) yield joined;
    const whole: Line =
      joined && fits ? { number: joined.number, text: `${joined.text} ${line.trim()}` } : { number, text: line };
    const goesOn = /(?:\\|\||&&)[ \t]{0,9}\r?$/.exec(whole.text);
    joined = goesOn ? { number: whole.number, text: whole.text.replace(/\\[ \t]{0,9}\r?$/, '') } : undefined;
    if (!goesOn) yield whole;
  }
  if (joined) yield joined;
}

/** A place for each line of a text file on which `messageFor` has something to say. `cut` says what a line is. */
export function* placesByLine(
  { text, isText }: Pick<ScannedFile, 'text' | 'isText'>,
  messageFor: (line: string) => string | undefined,
  cut: (text: string) => Iterable<Line> = linesOf,
): Generator<Place> {
  if (!isText) return;
  let last = 0;
  for (const { number, text: line } of cut(text)) {
    if (number === last) continue;
    const message = messageFor(line);
    if (message === undefined) continue;
    last = number;
    yield { line: number, message };
  }
}

/** Whether a line speaks against what it names: "never run …", "do not …". For rules whose pattern warnings quote too. */
export const warnsAgainst = (line: string): boolean =>
  /\b(?:never|don['’]?t|do not|avoid|must not|should not|shouldn['’]?t|forbidden|dangerous|malicious|unsafe|block(?:s|ed)?|refuse[sd]?|detects?|reject(?:s|ed)?|warn(?:s|ing)?)\b/i.test(
    line,
  );
