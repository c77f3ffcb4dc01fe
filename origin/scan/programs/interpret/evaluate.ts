/** Evaluates expressions and runs steps. */

import { isSecretName } from '../apis/files.ts';
import { hole, type Place } from '../effect.ts';
import type { Expr, Fn, Step } from '../program.ts';
import { type Calls, callOf } from './calls.ts';
import { elementsOf } from './folding.ts';
import type { Machine, Scope } from './machine.ts';
import {
  type Closure,
  concat,
  dataOf,
  from,
  join,
  joinAll,
  known,
  list,
  made,
  named,
  origin,
  partOf,
  setField,
  thing,
  unknown,
  type Value,
} from './value.ts';

const shells: ReadonlySet<string> = new Set(['bash', 'powershell']);

export function evaluate(machine: Machine, calls: Calls, expr: Expr, scope: Scope): Value {
  if (!machine.spend(1)) return unknown;
  const of = (inner: Expr): Value => evaluate(machine, calls, inner, scope);
  switch (expr.is) {
    case 'text':
      return expr.text.includes(hole)
        ? from(known(expr.text), scope.unit.inHoles.sources)
        : known(expr.text, expr.isNumber);
    case 'name':
      return nameIn(machine, scope, expr.name, expr.at);
    case 'member':
      return memberOf(machine, of(expr.of), of(expr.name), scope, expr.at);
    case 'join':
      return concat(expr.parts.map(of));
    case 'call':
      return callOf(machine, calls, expr, scope);
    case 'command': {
      const input = expr.input && of(expr.input);
      const [program, ...args] = expr.words.map(of);
      const own = functionOf(scope, program?.texts[0]);
      if (own.length > 0) return joinAll(own.map((closure) => machine.callClosure(closure, args)));
      return calls.command(machine, program ? [program, ...args] : args, input, {
        at: placeOf(scope, expr.at),
        unit: scope.unit,
      });
    }
    case 'list':
      return list(expr.items.map(of));
    case 'record':
      return recordOf(expr.entries, of);
    case 'function':
      return closed(machine, expr.fn, scope);
    case 'each':
      return each(machine, expr, scope, of);
    case 'any':
      return joinAll(expr.of.map(of));
  }
}

/** What a shell's own function of that name does. */
function functionOf(scope: Scope, name: string | undefined): readonly Closure[] {
  if (name === undefined || !shells.has(scope.unit.language)) return [];
  const key = scope.unit.language === 'powershell' ? name.toLowerCase() : name;
  for (let one: Scope | undefined = scope; one; one = one.above) {
    const functions = one.variables.get(key)?.functions;
    if (functions && functions.length > 0) return functions.slice(0, 4);
  }
  return [];
}

export const placeOf = ({ unit }: Pick<Scope, 'unit'>, at: number) => ({ path: unit.path, line: unit.line ?? at });

function closed(machine: Machine, fn: Fn, scope: Scope): Value {
  const closure = { fn, scope, results: new Map() };
  machine.defined(closure);
  return { ...unknown, functions: [closure] };
}

function recordOf(entries: [Expr, Expr][], of: (expr: Expr) => Value): Value {
  const made = thing([]);
  const [to] = made.things;
  for (const [key, value] of entries) {
    const [keyed, held] = [of(key), of(value)];
    if (!to) break;
    for (const closure of held.functions) closure.self ??= made;
    if (keyed.texts.length > 0) for (const text of keyed.texts) setField(to, text, held);
    // What is spread into it.
    else if (held.things.length > 0)
      for (const { fields } of held.things) for (const [name, field] of fields) setField(to, name, field);
    else setField(to, '*', held, false);
  }
  return made;
}

/** Element by element where all are known, else once with any of them. */
function each(machine: Machine, expr: Expr & { is: 'each' }, scope: Scope, of: (expr: Expr) => Value): Value {
  const all = of(expr.of);
  const elements = elementsOf(all);
  if (!elements) {
    assign(machine, scope, expr.target, anyOf(all), of);
    const one = of(expr.body);
    return one.things.length > 0 ? list([one, one]) : { ...made(one, all), ...(one.things.length > 0 && one) };
  }
  const items: Value[] = [];
  for (const element of elements) {
    if (!machine.spend(1)) break;
    assign(machine, scope, expr.target, element, of);
    items.push(of(expr.body));
  }
  return list(items);
}

const anyOf = (value: Value): Value =>
  value.things.length > 0
    ? joinAll([...value.things.map(({ any }) => any), { ...unknown, sources: value.sources }])
    : { ...value, texts: [] };

function nameIn(machine: Machine, scope: Scope, name: string, at: number): Value {
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

const canonical = (name: string): string =>
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
  for (const { fields, any } of of.things) {
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
  if (key === 'parent') return of.texts.map((text) => text.replace(/\/?[^/]*$/, '') || '.');
  return key === 'name' && of.names.length === 0 ? of.texts.map((text) => text.slice(text.lastIndexOf('/') + 1)) : [];
}

export function assign(machine: Machine, scope: Scope, target: Expr, value: Value, of: (expr: Expr) => Value): void {
  switch (target.is) {
    case 'name': {
      setVariable(scope, target.name, value);
      return;
    }
    case 'member': {
      const [object, key] = [of(target.of), of(target.name)];
      for (const to of object.things) {
        const isSure = object.things.length === 1 && !scope.changed;
        for (const text of key.texts.length > 0 ? key.texts : ['*']) setField(to, text, value, isSure);
        if (/^\d+$/.test(key.texts[0] ?? ''))
          to.length = Math.max(to.length, Math.min(Number(key.texts[0]) + 1, to.fields.size));
      }
      // `new Image().src = …` is a request.
      for (const name of object.names) {
        if (/^(?:Image|document\.createElement)\(\)$/.test(name) && key.texts.includes('src'))
          request(machine, value, placeOf(scope, target.at));
      }
      if (object.things.length === 0 && target.of.is === 'name') {
        const holder = thing([[key.texts[0] ?? '*', value]]);
        setVariable(scope, target.of.name, { ...object, things: holder.things });
      }
      return;
    }
    case 'list':
      target.items.forEach((item, index) => {
        const part =
          value.things.length > 0 || value.names.length > 0
            ? memberOf(machine, value, known(String(index), true), scope, target.at)
            : { ...value, texts: [] };
        assign(machine, scope, item, part, of);
      });
      return;
    default:
      return;
  }
}

function request(machine: Machine, address: Value, at: Place): void {
  const to = dataOf(address);
  machine.emit({ does: 'fetch', from: to, how: 'image', at });
  if (to.sources.length > 0) machine.emit({ does: 'send', to, what: to, auth: dataOf(unknown), how: 'image', at });
}

export function setVariable(scope: Scope, name: string, value: Value): void {
  let at = scope;
  if (name.startsWith('::')) {
    while (at.above) at = at.above;
    const plain = name.slice(2);
    at.variables.set(plain, join(at.variables.get(plain) ?? unknown, value));
    return;
  }
  if (scope.unit.language !== 'python') {
    while (at.above && !at.variables.has(name)) at = at.above;
    if (!at.variables.has(name)) at = scope;
  }
  if (at !== scope) {
    at.variables.set(name, join(at.variables.get(name) ?? unknown, value));
    return;
  }
  if (scope.changed && !scope.changed.has(name)) scope.changed.set(name, scope.variables.get(name));
  scope.variables.set(name, value);
}

export function run(machine: Machine, steps: readonly Step[], scope: Scope): void {
  const of = (expr: Expr): Value => machine.evaluate(expr, scope);
  for (const step of steps) {
    if (!machine.spend(1)) return;
    switch (step.does) {
      case 'set':
        assign(machine, scope, step.target, of(step.value), of);
        break;
      case 'run':
        of(step.value);
        break;
      case 'give':
        scope.given = join(scope.given, of(step.value));
        break;
      case 'define':
        setVariable(scope, step.name, closed(machine, step.fn, scope));
        break;
      case 'import':
        importInto(machine, step, scope);
        break;
      case 'maybe':
        branches(machine, step.branches, scope);
        break;
      case 'write':
        machine.write(of(step.to), of(step.value), placeOf(scope, step.at));
        break;
    }
  }
}

/** Each branch from what was before; after them, a variable may be what any of them left, or what it was. */
function branches(machine: Machine, all: readonly (readonly Step[])[], scope: Scope): void {
  const outer = scope.changed;
  const after = new Map<string, Value>();
  for (const steps of all) {
    const changed = new Map<string, Value | undefined>();
    scope.changed = changed;
    run(machine, steps, scope);
    for (const [name, before] of changed) {
      after.set(name, join(after.get(name) ?? unknown, scope.variables.get(name) ?? unknown));
      if (before) scope.variables.set(name, before);
      else scope.variables.delete(name);
    }
  }
  if (outer) scope.changed = outer;
  else delete scope.changed;
  for (const [name, value] of after) {
    const before = scope.variables.get(name);
    if (outer && !outer.has(name)) outer.set(name, before);
    scope.variables.set(name, before ? join(value, before) : value);
  }
}

function importInto(machine: Machine, step: Step & { does: 'import' }, scope: Scope): void {
  const inBundle = machine.moduleAt(scope.unit, step.from, step.name);
  const library = canonical(step.from);
  if (step.name === '*') {
    for (const { fields } of inBundle?.things ?? [])
      for (const [name, value] of fields) setVariable(scope, name, value);
    return;
  }
  if (step.as === '') return;
  const outside = named(step.name === '' ? library : `${library}.${step.name}`);
  const wanted =
    step.name === '' ? inBundle : inBundle && memberOf(machine, inBundle, known(step.name), scope, step.at);
  setVariable(scope, step.as, wanted ?? outside);
}
