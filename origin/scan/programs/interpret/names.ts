/** What names and members stand for. */

import { lastSegment } from '../../../contract/grammar/segments.ts';
import { isSecretName } from '../apis/files.ts';
import type { Machine, Scope } from './machine.ts';
import { folderOf } from './pathParts.ts';
import { joinAll, known, named, origin, partOf, unknown, type Value } from './value.ts';

export const shells: ReadonlySet<string> = new Set(['bash', 'powershell']);

export const placeOf = ({ unit }: Pick<Scope, 'unit'>, at: number) => ({ path: unit.path, line: unit.line ?? at });

export function nameIn(machine: Machine, scope: Scope, name: string, at: number): Value {
  for (let one: Scope | undefined = scope; one; one = one.above) {
    const value = one.variables.get(name);
    if (value) return value;
  }
  const { language } = scope.unit;
  if (shells.has(language)) {
    if (/^(?:\d|[@*#?$!-]|args)$/i.test(name)) return origin('argument', name, placeOf(scope, at));
    return language === 'bash' ? variable(machine, name, scope, at) : named(name.toLowerCase());
  }
  if (name === 'os.environ') return unknown;
  if (name === '__dirname' || name === '__file__' || name === '__filename') return known('.');
  return named(canonical(name));
}

export const canonical = (name: string): string =>
  name
    .replace(/^(?:builtins|__builtins__|globalThis|window|global|self|node:\w+(?=\.default))\./, '')
    .replace(/^node:/, '');

const homes: ReadonlySet<string> = new Set(['HOME', 'USERPROFILE', 'HOMEPATH']);
const environments = /^(?:os\.environ|os\.environb|process\.env|env|import\.meta\.env|bun\.env|Bun\.env|ENV|environ)$/;

/** A variable of the environment. */
export function variable(machine: Machine, name: string, scope: Pick<Scope, 'unit'>, at: number): Value {
  if (homes.has(name.toUpperCase())) return known('~');
  if (/^PWD$/.test(name)) return known('.');
  if (/^(?:TMPDIR|TEMP|TMP)$/.test(name)) return known('/tmp');
  const place = placeOf(scope, at);
  machine.emit({ does: 'readVariable', name, at: place });
  return origin(isSecretName(name) ? 'secret' : 'variable', name, place);
}

export function memberOf(machine: Machine, of: Value, key: Value, scope: Scope, at: number): Value {
  const isEnvironment = of.names.some((name) => environments.test(name));
  if (isEnvironment && key.texts.length > 0 && !isOfEnvironment.test(key.texts[0] ?? ''))
    return joinAll(key.texts.map((name) => variable(machine, name, scope, at)));
  const results: Value[] = [];
  // Lines of a file are of what it holds, not of what is known of it.
  for (const { fields, any } of of.names.includes('file()') ? [] : of.things) {
    const found = key.texts.map((text) => fields.get(text)).filter((value) => value !== undefined);
    results.push(...(key.texts.length === 0 ? [any] : found));
    // A list of which an unknown part was added.
    if (found.length === 0 && fields.has('*')) results.push(fields.get('*') ?? unknown);
  }
  const names = of.names.flatMap((name) =>
    key.texts.map((text) => (text === 'default' ? name : canonical(`${name}.${text}`))),
  );
  const environment = names.filter((name) => environments.test(name)).length > 0;
  const sources = environment
    ? [{ origin: 'environment' as const, name: 'environment', at: placeOf(scope, at) }]
    : of.things.length > 0 && results.length > 0
      ? []
      : isEntry.test(key.texts[0] ?? '')
        ? partOf(of).sources
        : of.sources;
  const index = Number(key.texts[0]);
  const [text] = of.texts;
  const isIndex = key.isNumber && of.texts.length === 1 && text !== undefined;
  const texts = isIndex ? [text.at(index) ?? ''] : partOfPath(of, key.texts[0]);
  return joinAll([{ ...named(...names), texts, sources }, ...results]);
}

/** Not what gives all of a file or an answer. */
const isEntry =
  /^(?!(?:content|text|body|data|stdout|value|result|length|default|parent|name|stem|suffix|read|write|buffer|raw|files|lines|then|catch|json|toString|\d+|cookies|headers|status|ok)$)[A-Za-z_][\w -]*$/;

const isOfEnvironment = /^(?:get|items|copy|keys|values|pop|setdefault|toObject|update)$/;

/** `pathlib`'s. */
function partOfPath(of: Value, key: string | undefined): string[] {
  if (key === 'parent') return of.texts.map(folderOf);
  return key === 'name' && of.names.length === 0 ? of.texts.map(lastSegment) : [];
}
