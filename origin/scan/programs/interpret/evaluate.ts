/** Evaluates expressions and runs steps. */

import { hole } from '../effect.ts';
import type { Expr, Fn, Step } from '../program.ts';
import { assign, setVariable } from './assign.ts';
import { type Calls, callOf } from './calls.ts';
import { elementsOf } from './folding.ts';
import type { Machine, Scope } from './machine.ts';
import { canonical, memberOf, nameIn, placeOf, shells } from './names.ts';
import {
  type Closure,
  concat,
  from,
  join,
  joinAll,
  known,
  list,
  made,
  named,
  setField,
  thing,
  unknown,
  type Value,
} from './value.ts';

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
      case 'loop':
        loop(machine, step, scope);
        break;
      case 'write':
        machine.write(of(step.to), of(step.value), placeOf(scope, step.at));
        break;
    }
  }
}

/** Round by round where all elements are known and few, else once with any of them. */
function loop(machine: Machine, { target, of, steps, at }: Step & { does: 'loop' }, scope: Scope): void {
  const all = machine.evaluate(of, scope);
  const elements = elementsOf(all);
  const isKnown = elements !== undefined && elements.length > 0 && machine.unroll(elements.length);
  const any = (): Value => memberOf(machine, all, unknown, scope, at);
  const rounds = isKnown ? elements : [any()];
  const round = (element: Value) => (): void => {
    assign(machine, scope, target, element, (expr) => machine.evaluate(expr, scope));
    run(machine, steps, scope);
  };
  if (!isKnown) {
    either(rounds.map(round), scope);
    return;
  }
  const left = new Map<string, Value>();
  for (const element of rounds) {
    const outer = scope.changed;
    const changed = new Map<string, Value | undefined>();
    scope.changed = changed;
    round(element)();
    if (outer) scope.changed = outer;
    else delete scope.changed;
    for (const [name, before] of changed) {
      if (outer && !outer.has(name)) outer.set(name, before);
      left.set(name, join(left.get(name) ?? unknown, scope.variables.get(name) ?? unknown));
    }
  }
  // It may have ended early: what a variable held in any round, it may hold now.
  for (const [name, value] of left) {
    const last = scope.variables.get(name);
    if (last) scope.variables.set(name, from(last, value.sources));
  }
}

/** Each branch from what was before; after them, a variable may be what any of them left, or what it was. */
const branches = (machine: Machine, all: readonly (readonly Step[])[], scope: Scope): void =>
  either(
    all.map((steps) => () => run(machine, steps, scope)),
    scope,
  );

function either(all: readonly (() => void)[], scope: Scope): void {
  const outer = scope.changed;
  const after = new Map<string, Value>();
  for (const branch of all) {
    const changed = new Map<string, Value | undefined>();
    scope.changed = changed;
    branch();
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
