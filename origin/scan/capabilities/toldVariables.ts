/** Variables that a text tells a person to set, and that a program says it misses. */
import type { Place } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';
import { setHere } from './ownVariables.ts';
import { isMeant, secretName } from './variableNames.ts';

export function* toldVariables(
  files: readonly ProgramFile[],
  isOwn: (at: Place, name: string) => boolean,
): Generator<Capability> {
  for (const { path, text } of files) {
    if (/\.(?:md|mdx|markdown|txt|ya?ml)$|\.env(?:\.\w+)?$/i.test(path)) yield* told(path, text, isOwn);
    else if (/\.(?:sh|bash|zsh|py|[cm]?[jt]s|rb)$/.test(path)) yield* askedIn(path, text);
  }
}

const inProse =
  /\b(?:env|environment|variables?|export|api keys?|tokens?|secrets?|credentials?|\.env|set|configure|requires?|required)\b/i;
/** `export NAME=…`, `NAME=…` on a line of its own, `$NAME`, or a name in backticks where the sentence is about variables. */
function* told(path: string, text: string, isOwn: (at: Place, name: string) => boolean): Generator<Capability> {
  const own = setHere(text);
  let [before, isOfVariables, isAbout] = ['', false, false];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length > 2_000) continue;
    for (const set of setOn(line)) if (isMeant(set) && !own.has(set)) yield { name: set, path, line: i + 1 };
    for (const [, name = ''] of line.matchAll(/\$\{\{\s*(?:secrets|env)\.([A-Z]\w{1,63})\s*\}\}/g))
      if (isMeant(name)) yield { name, path, line: i + 1 };
    if (isTable(line)) {
      isOfVariables = (isOfVariables && isTable(before)) || /\bvariables?\b|\benv\b/i.test(line);
      const row = /^\s*\|\s*([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\s*\|/.exec(line)?.[1];
      if (isOfVariables && row && isMeant(row)) yield { name: row, path, line: i + 1 };
    }
    before = line;
    // What a list is about stands above it.
    if (line.trim() !== '' && !/^\s*(?:[-*+|]|\d+[.)]\s|```)/.test(line)) isAbout = about.test(line);
    for (const [, name = ''] of line.matchAll(/\$\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g))
      if (isMeant(name) && !own.has(name) && !isOwn({ path, line: i + 1 }, name)) yield { name, path, line: i + 1 };
    if (needs.test(line) && !reads.test(line))
      for (const [name] of line.matchAll(secret)) if (isMeant(name)) yield { name, path, line: i + 1 };
    for (const [whole, name = ''] of line.matchAll(
      /["`](?:export\s+)?\$?\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}?(?:["`]|=)/g,
    )) {
      // In code a text that looks like a name of a variable is mostly a value.
      const isQuoted = whole.startsWith('"') && !whole.endsWith('=');
      const isNamedSo =
        !isQuoted && (strongName.test(name) || (secretName.test(name) && (isTable(line) ? isOfVariables : isAbout)));
      const isTold = inProse.test(line.replace(name, '')) || isNamedSo;
      if (isMeant(name) && !isAnswer(name, line) && isTold && !isFilledIn.test(line)) yield { name, path, line: i + 1 };
    }
  }
}

const about =
  /\benv(?:ironment)?\b|\bvariables?\b|\.env\b|\bcredentials?\b|\bapi keys?\b|\bconfig|\bset(?:up|tings?)?\b/i;
const strongName = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$/;

/** A line of code that reads one: programs tell which. */
const reads = /process\.env|os\.environ|getenv|ENV\[|ENV\.fetch/;
/** What a program says that a person has to set. */
const asked = /\b(?:set|export|configure|missing|requires?|provide) (?:the )?["'`]?([A-Z][A-Z0-9_]*)\b(?!=)/gi;
const missed = /\b([A-Z][A-Z0-9_]*)["'`]? (?:env|(?:is )?not set|is required|must be set)/g;

function* askedIn(path: string, text: string): Generator<Capability> {
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length > 2_000) continue;
    for (const [, name = ''] of [...line.matchAll(asked), ...line.matchAll(missed)])
      if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) && isMeant(name)) yield { name, path, line: i + 1 };
  }
}

/** `export A=…`, and `A=… B=… program`. */
function setOn(line: string): string[] {
  const found: string[] = [];
  const assigned =
    /^\s*(?:[-*>$]\s+)?(?:export\s+|set\s+|\$env:)?["'`]?([A-Z][A-Z0-9]*_[A-Z0-9_]+)=(?!=)(?:[^\s"'`]{0,200}\s+(?=[A-Z][A-Z0-9_]+=))?/;
  for (let rest = line; found.length < 10; ) {
    const [whole, name] = assigned.exec(rest) ?? [];
    if (whole === undefined || name === undefined) break;
    found.push(name);
    rest = rest.slice(whole.length);
  }
  return found;
}

const isTable = (line: string): boolean => /^\s*\|/.test(line);

/** A sentence that asks for a secret names it without quotes too. */
const needs = /\b(?:env|environment|required?|requires|needs?|set|export)\b(?!\()/i;
/** Names that a person replaces by values. */
const isFilledIn = /\b(?:replace|placeholder|substitute)\b/i;
const secret = /(?<!<)\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD)\b(?!>)/g;

/** The code of an error or of an answer, in a table of those. */
const isAnswer = (name: string, line: string): boolean =>
  /\b[1-5]\d\d\b/.test(line) &&
  /^(?:INVALID|MISSING|UNKNOWN|DUPLICATE|BAD|NOT?|TOO|ERR(?:OR)?)_|_(?:MISSING|INVALID|REQUIRED|FOUND|FAILED|EXPIRED|ERROR|EXCEEDED|LIMITED|DENIED)$/.test(
    name,
  );
