/** Shell commands that decode something and run it. */
import type { Place } from '../../detector.ts';
import { commandOf, pipelinesOf, programOf, runOutputsOf, runsItsInput, shells } from '../commands/shell.ts';
import { commandLinesOf } from '../text/lines.ts';
import { decodesValue, decodingCommand, holdsPayload, type Known } from './decoding.ts';

/** How many lines after it was decoded something is still known to be what was decoded. */
const reach = 15;

export function* runByCommands(text: string, known: Known): Generator<Place> {
  const decoded = new Map<string, number>(); // variables and files, and the line that made them
  const isDecoded = (name: string, number: number): boolean => number - (decoded.get(name) ?? -reach - 1) <= reach;
  for (const { number, text: line } of commandLinesOf(text)) {
    for (const name of resultsOf(line, known)) decoded.set(name, number);
    const message =
      messageFor(line, known) ?? (decoded.size > 0 ? runs(line, (name) => isDecoded(name, number)) : undefined);
    if (message !== undefined) yield { line: number, message };
  }
}

function messageFor(line: string, known: Known): string | undefined {
  if (isEncodedCommand(line)) return 'PowerShell is given an encoded command.';
  if (/\beval\s{1,9}["']?\$'(?:\\x[0-9a-f]{2}|\\[0-7]{3}){4}/i.test(line)) return 'Escaped text is run as a command.';
  for (const stages of pipelinesOf(line)) {
    const from = stages.findIndex((stage) => decodingCommand(stage) || decodesValue(stage, known));
    if (from === -1 || !stages.some((stage, at) => at > from && runsItsInput(stage))) continue;
    if (holdsPayload(stages.slice(0, from + 1).join('|'), known))
      return 'Encoded text is decoded and piped into an interpreter.';
  }
  for (const body of runOutputsOf(line)) {
    if (body.split('|').some((stage) => decodingCommand(stage)) && holdsPayload(body, known)) {
      return 'Encoded text is decoded and run as a command.';
    }
  }
  const isPowerShell =
    /\b(?:iex|Invoke-Expression)\b/i.test(line) &&
    /FromBase64String\s{0,9}\(\s{0,9}(?:["'][A-Za-z0-9+/]{8}|\$\w)/i.test(line);
  return isPowerShell ? 'Encoded text is decoded and run as a command.' : undefined;
}

/** `powershell -enc …`, however the option is shortened, with the command itself. */
function isEncodedCommand(line: string): boolean {
  if (!/powershell|pwsh/i.test(line)) return false;
  const words = line.split(/[\s"']+/);
  const at = words.findIndex((word) => /^(?:powershell|pwsh)$/.test(programOf(word.replace(/^[`(]{1,9}/, ''))));
  return words.some(
    (word, option) => option > at && at !== -1 && isEncodedOption.test(word) && isBase64.test(words[option + 1] ?? ''),
  );
}

const isEncodedOption = /^[-/]e(?:n|nc|nco|ncod\w{0,12}|c)?$/i;
const isBase64 = /^[A-Za-z0-9+/]{24}/;

/** The variables and files that a command line decodes something into. */
function* resultsOf(line: string, known: Known): Generator<string> {
  const variable = /^\s{0,200}(?:export\s{1,9}|local\s{1,9})?([A-Za-z_]\w{0,60})=["']?(?:\$\(|`)(.{1,1500})/.exec(line);
  const isDecoded =
    variable?.[2]?.split('|').some((stage) => decodingCommand(stage)) && holdsPayload(variable[2], known);
  if (isDecoded && variable?.[1]) yield `$${variable[1]}`;
  for (const stages of pipelinesOf(line)) {
    const last = stages.at(-1) ?? '';
    const target = /(?:>|-out(?:form)?|\btee)\s{0,9}["']?([\w.$~/{}-]{1,200})/.exec(last)?.[1];
    if (target === undefined || !stages.some((stage) => decodingCommand(stage))) continue;
    if (holdsPayload(stages.join('|'), known)) yield target;
  }
}

function runs(line: string, isDecoded: (name: string) => boolean): string | undefined {
  const variable =
    /(?:\beval|\s-c|<<<)\s{1,9}["']?\$\{?(\w{1,60})/.exec(line)?.[1] ??
    /^\s{0,200}["']?\$\{?(\w{1,60})\}?["']?\s{0,9}$/.exec(line)?.[1];
  if (variable !== undefined && isDecoded(`$${variable}`)) return 'Decoded text is run as a command.';
  for (const [first = ''] of pipelinesOf(line)) {
    const word = first.trim().split(/\s+/)[0] ?? '';
    const { program, words } = commandOf(first);
    const isInterpreter = shells.has(program) || /^(?:python3?|node|perl|ruby|php|source|\.)$/.test(programOf(program));
    const file = isInterpreter ? words.find((argument) => !argument.startsWith('-')) : word;
    if (file && (isDecoded(file) || isDecoded(file.replace(/^\.\//, '')))) return 'A file that was decoded is run.';
  }
  return undefined;
}
