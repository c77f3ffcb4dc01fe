/** Calls and assignments as most languages write them, found without parsing. */

export interface Call {
  index: number;
  /** What was matched, up to the bracket. */
  callee: string;
  /** What stands between the brackets, cut off where it gets long. */
  inside: string;
  isClosed: boolean;
}

/** The calls whose opening, bracket included, a global pattern matches. */
export function* callsIn(text: string, opening: RegExp, longest = 600): Generator<Call> {
  for (const { 0: callee, index } of text.matchAll(opening)) {
    const start = index + callee.length;
    const end = endOfCall(text, start, longest);
    yield { index, callee, inside: text.slice(start, end), isClosed: end < text.length && end < start + longest };
  }
}

const open = '('.charCodeAt(0);
const closed = ')'.charCodeAt(0);

/** Where the bracket closes that opened before `start`. */
export function endOfCall(text: string, start: number, longest: number): number {
  const limit = Math.min(text.length, start + longest);
  let depth = 1;
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === open) depth += 1;
    else if (code === closed && --depth === 0) return at;
  }
  return limit;
}

/** The first of the arguments of a call. */
export function firstOf(inside: string): string {
  let depth = 0;
  for (const { 0: character, index } of inside.matchAll(/[()[\]{},]/g)) {
    if (character === ',' && depth === 0) return inside.slice(0, index);
    if (character !== ',') depth += '([{'.includes(character) ? 1 : -1;
  }
  return inside;
}

export interface Assignment {
  index: number;
  name: string;
  value: string;
}

/** `x = …`, `const x = …`, `X=…`, `$x = …`, `with … as x`: the rest of the line is the value. */
export function* assignmentsIn(text: string): Generator<Assignment> {
  for (const { index, 0: start, 1: name = '' } of text.matchAll(
    /\b([A-Za-z_]\w{0,60})[ \t]{0,9}(?::?=)[ \t]{0,9}(?![=>\s])/g,
  )) {
    const from = index + start.length;
    const newline = text.indexOf('\n', from);
    yield { index, name, value: text.slice(from, Math.min(newline === -1 ? text.length : newline, from + 600)) };
  }
}
