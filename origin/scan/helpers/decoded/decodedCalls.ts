/** Calls in programs that run what they decode. */

import { lineFinder, type Place } from '../../detector.ts';
import { assignmentsIn, callsIn, firstOf } from '../commands/calls.ts';
import { decodesValue, type Known } from './decoding.ts';

/** Calls that run their first argument whatever it holds, and those that do so if it is the command itself. */
const evaluators =
  /(?:(?<![\w.$>])|(?<=\b(?:builtins|__builtins__|window|globalThis|global|self|vm)\.))(?:exec|eval|Function|runInThisContext|runInNewContext|instance_eval)[ \t]{0,9}\(/g;
const runners =
  /(?<![\w$>.])(?:(?:os|subprocess|child_process|cp)\.|require\(["'](?:node:)?child_process["']\)\.)?(?:system|popen|Popen|run|call|check_output|exec|execSync|assert|setTimeout|setInterval|shell_exec|passthru)[ \t]{0,9}\((?=[\s["'\w(,/-]{0,40}(?:base64|b64|atob|Buffer|bytes|codecs|zlib|hex2bin|gz|unhexlify|Base64|decode))/g;

/** Perl and Ruby do without brackets. */
const bare =
  /\beval[ \t]{1,9}\{?[ \t]{0,9}(?:\w{1,20}::){0,3}(?:(?:decode_base64|Base64\.decode64)\b[^\n]{0,9}["'][^\n]{8}|(?:un)?pack\b[ (]{1,9}["'][mHhuB]\d{0,3}\*?["'])/g;

/** How far a variable is known to hold what was decoded, in characters. */
const reach = 3000;

const message = 'Encoded text is decoded and run as code.';

export function* runByCalls(text: string, known: Known): Generator<Place> {
  const bareLineOf = lineFinder(text);
  for (const { index } of text.matchAll(bare)) yield { line: bareLineOf(index), message };
  const calls = [...callsIn(text, evaluators, 400), ...callsIn(text, runners, 200)].sort((a, b) => a.index - b.index);
  if (calls.length === 0) return;
  const isDecoded = decodedBefore(text, known);
  const lineOf = lineFinder(text);
  let last = 0;
  for (const { index, callee, inside } of calls) {
    const line = lineOf(index);
    if (line === last) continue;
    const code = callee.startsWith('Function') ? inside : firstOf(inside);
    const isEvaluator = /^(?:exec|eval|Function|runIn|instance)/.test(callee);
    const isRun = isEvaluator ? decodesValue(code, known) : startsDecoding(code, known);
    const name = /^\s{0,9}(?:compile\(\s{0,9})?([A-Za-z_]\w{0,60})/.exec(code)?.[1] ?? '';
    if (!isRun && !isDecoded(name, index)) continue;
    last = line;
    yield { line, message };
  }
}

/** Tells whether a variable holds something decoded at a place: asked in the order of the text. */
function decodedBefore(text: string, known: Known): (name: string, index: number) => boolean {
  const decoded = new Map<string, number[]>();
  for (const { index, name, value } of assignmentsIn(text)) {
    if (decodesValue(value, known)) decoded.set(name, [...(decoded.get(name) ?? []).slice(-100), index]);
  }
  return (name, index) => decoded.get(name)?.some((from) => from < index && index - from < reach) ?? false;
}

/** Data handed to a program is no code: the decoding must be the command, or stand behind `sh -c`. */
const startsDecoding = (code: string, known: Known): boolean =>
  /^[\s[(]{0,9}(?:["'](?:\/bin\/)?(?:ba|z)?sh["'],\s{0,9}["']-c["'],\s{0,9}|str\()?(?:base64|b64|atob|Buffer|bytes|codecs|zlib|hex2bin|gz|unhexlify|Base64|decode)/.test(
    code,
  ) && decodesValue(code, known);
