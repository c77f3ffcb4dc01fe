/** Programs, in Python and JavaScript above all, that send credentials. */

import { lineFinder, type Place } from '../../detector.ts';
import { assignmentsIn, callsIn } from '../commands/calls.ts';
import { isLocal } from '../commands/shell.ts';
import { type Credentials, credentialsIn } from '../secrets/credentials.ts';

const sending =
  /(?<!["'`\w])(?:(?:requests|httpx|session|client|aiohttp|axios|got|superagent|ky|needle|http|https|Net::HTTP)\.(?:post|put|get|patch|request|post_form)|(?:urllib\.request\.)?(?:urlopen|Request)|fetch|axios|sendBeacon|(?:s|sock|socket|conn|client|ws|websocket)\.send(?:all|text)?)[ \t]{0,9}\(/g;

/** The environment as a whole; one variable of it, and handing it to a child process, are another thing. */
const environment =
  /(?<!\bin\s{1,3})(?<!\benv\s{0,3}[=:]\s{0,3})(?<!\benv\s{0,3}[=:]\s{0,3}\{\s{0,3}\*\*)(?<!\benv\s{0,3}[=:]\s{0,3}\{\s{0,3}\.\.\.)\b(?:os\.environ(?:\.(?:copy|items)\(\)|b?\b(?!\s{0,3}[.[]))|process\.env\b(?!\s{0,3}[.[?])|Deno\.env\.toObject\(\)|ENV\.to_h\b|System\.getenv\(\))|\bin\s{1,3}os\.environ\.items\(\)/;

const reading = /\b(?:open|read\w{0,20}|load|slurp|file_get_contents|File|cat|createReadStream)\b/i;

/** How far a variable is known to hold what it was given, in characters: about fifteen lines. */
const reach = 1500;

interface Holding {
  index: number;
  credentials: Credentials;
  /** The content, not the path alone. */
  isContent: boolean;
}

export function* sentByPrograms(text: string): Generator<Place> {
  const calls = [...callsIn(text, sending, 1200)].filter(({ isClosed }) => isClosed);
  if (calls.length === 0) return;
  const lineOf = lineFinder(text);
  const holdings = holdingsIn(text);
  for (const { index, inside } of calls) {
    const sent = isLocal(inside) ? undefined : sentIn(inside, (name) => nearest(holdings.get(name), index));
    if (sent) yield { line: lineOf(index), message: `The program sends ${sent.name} over the network.` };
  }
}

const nearest = (holdings: readonly Holding[] | undefined, index: number): Holding | undefined =>
  holdings?.findLast((holding) => holding.index < index && index - holding.index <= reach);

/** What a call is given: credentials themselves, or a variable that holds them. */
function sentIn(inside: string, holdingOf: (name: string) => Holding | undefined): Credentials | undefined {
  const direct = contentOf(inside, holdingOf);
  if (direct && !(direct.isWhole && isHeader(inside.slice(0, direct.index)))) return direct;
  for (const { 0: word, index } of inside.matchAll(variable)) {
    const held = holdingOf(word);
    if (held?.isContent && !(held.credentials.isWhole && isHeader(inside.slice(0, index)))) return held.credentials;
  }
  return undefined;
}

/** A name by itself: not a field, a key, an option, or something of which one entry is taken. */
const variable =
  /(?<![\w.$"'-])[A-Za-z_]\w{0,60}\b(?!["'\w]|\s{0,3}=(?!=)|\s{0,3}:|\s{0,3}\[|\s{0,3}\((?=)|\.(?!(?:read|encode|decode|strip|toString|copy|hex|trim)\b))/g;

/** Whether the last thing named before is what authorizes a request, and not what it carries. */
function isHeader(before: string): boolean {
  const named = [
    ...before.matchAll(/\b(headers?|auth|authorization|bearer|data|json|body|files|content|params)\b/gi),
  ].at(-1)?.[1];
  return named !== undefined && /^(?:headers?|auth|authorization|bearer)$/i.test(named);
}

/** Credentials that an expression reads as a whole. */
function contentOf(expression: string, holdingOf: (name: string) => Holding | undefined): Credentials | undefined {
  const whole = environment.exec(expression);
  const isPart = /startswith\(|startsWith\(/.test(expression);
  if (whole && !isPart) return { name: 'the whole environment', isWhole: false, index: whole.index };
  if (!reading.test(expression)) return undefined;
  const named = credentialsIn(expression);
  if (named && !(named.isWhole && picks.test(expression))) return named;
  for (const { 0: word, index } of expression.matchAll(variable)) {
    const held = holdingOf(word);
    if (held && !(held.credentials.isWhole && picks.test(expression))) return { ...held.credentials, index };
  }
  return undefined;
}

const picks =
  /\b(?:split|splitlines|match|search|parse|find|exec|loads?|dotenv_values|config)\b|\[\s{0,3}["'\d]|\.get\(/;

function holdingsIn(text: string): Map<string, Holding[]> {
  const holdings = new Map<string, Holding[]>();
  for (const { index, name, value } of bindingsIn(text)) {
    const holdingOf = (other: string): Holding | undefined => nearest(holdings.get(other), index);
    const held = heldBy(value, holdingOf);
    if (!held) continue;
    const all = holdings.get(name) ?? [];
    if (all.length < 100) all.push({ index, ...held });
    holdings.set(name, all);
  }
  return holdings;
}

/** Assignments, loops over a list, and files opened in a `with`, in the order of the text. */
function bindingsIn(text: string): { index: number; name: string; value: string }[] {
  const bindings = [...assignmentsIn(text)].map(({ index, name, value }) => {
    const isOpen = /[{[(]\s{0,9}$/.test(value);
    return { index, name, value: isOpen ? text.slice(index, index + 500) : value };
  });
  for (const { 1: value = '', index } of text.matchAll(/\bwith[ \t]{1,9}(open\([^\n]{1,200})/g)) {
    bindings.push({ index, name: /\bas[ \t]{1,9}(\w{1,60})/.exec(value)?.[1] ?? '', value });
  }
  for (const { 1: name = '', 2: value = '', index } of text.matchAll(
    /\bfor\s{1,9}\(?(?:const\s{1,9}|let\s{1,9})?(\w{1,60})\s{1,9}(?:in|of)\s{1,9}([^\n]{1,400})/g,
  )) {
    bindings.push({ index, name, value: value.replace(/[:{]\s{0,3}$/, '') });
  }
  for (const { 1: name = '', index } of text.matchAll(/^[ \t]{0,40}(\w{1,60})(?:\[|\.(?:append|push|update)\()/gm)) {
    bindings.push({
      index,
      name,
      value:
        text
          .slice(index, index + 300)
          .split('\n')[0]
          ?.trim()
          .slice(name.length) ?? '',
    });
  }
  return bindings.sort((a, b) => a.index - b.index);
}

function heldBy(value: string, holdingOf: (name: string) => Holding | undefined): Omit<Holding, 'index'> | undefined {
  const content = contentOf(value, holdingOf);
  if (content) return { credentials: content, isContent: true };
  const named = credentialsIn(value);
  if (named) return picks.test(value) && named.isWhole ? undefined : { credentials: named, isContent: false };
  for (const [word] of value.matchAll(variable)) {
    const held = holdingOf(word);
    if (held && !(held.credentials.isWhole && picks.test(value)))
      return { credentials: held.credentials, isContent: held.isContent };
  }
  return undefined;
}
