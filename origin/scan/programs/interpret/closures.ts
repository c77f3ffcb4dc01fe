/** Functions of the bundle, run where they are called: a few times each, and then what they gave before counts. */
import type { Fn } from '../program.ts';
import type { Machine, Scope } from './machine.ts';
import { type Closure, deepSources, list, made, unknown, type Value } from './value.ts';

export interface Running {
  depth: number;
  /** How often each function ran, whatever it closes over. */
  runs: Map<Fn, number>;
}

const maxDepth = 24;
/** Of one function, with different arguments. */
const maxRuns = 400;
/** With objects that are made of the same. */
const maxRunsAlike = 2;
/** From here on each run costs the budget more. */
const cheapRuns = 12;

export function callClosure(
  machine: Machine,
  running: Running,
  closure: Closure,
  args: readonly Value[],
  self: Value | undefined,
): Value {
  const { key, isExact } = signatureOf(args, self);
  const before = closure.results.get(key);
  if (before && (isExact || before.runs >= maxRunsAlike)) return before.value;
  const runs = running.runs.get(closure.fn) ?? 0;
  const isOver = runs >= maxRuns || running.depth >= maxDepth;
  if (isOver || !machine.spend(runs < cheapRuns ? 1 : 20)) return made(...args);
  running.runs.set(closure.fn, runs + 1);
  // A function that calls itself sees what it was given.
  const result = { value: before?.value ?? unknown, runs: (before?.runs ?? 0) + 1 };
  closure.results.set(key, result);
  running.depth += 1;
  const scope = bound(closure, args, self);
  machine.run(closure.fn.steps, scope);
  running.depth -= 1;
  result.value = scope.given;
  return scope.given;
}

function bound({ fn, scope: above }: Closure, args: readonly Value[], self: Value | undefined): Scope {
  const outer = above as Scope;
  const variables = new Map<string, Value>();
  fn.params.forEach((param, index) => {
    if (!param.startsWith('*')) variables.set(param, args[index] ?? unknown);
    else variables.set(param === '*' ? '*' : param.replace(/^\*+/, ''), list(args.slice(index)));
  });
  if (fn.self !== undefined) variables.set(fn.self, self ?? unknown);
  return { unit: outer.unit, variables, above: outer, given: unknown };
}

/** What tells one call from another: all of it, or where objects are handed over that may change, what they are made of. */
function signatureOf(args: readonly Value[], self: Value | undefined): { key: string; isExact: boolean } {
  const all = self ? [...args, self] : args;
  const isExact = all.every(({ things, functions }) => things.length === 0 && functions.length === 0);
  const parts = all.map((value) => [
    value.texts.map((text) => (text.length > 2000 ? `${text.slice(0, 2000)}${text.length}` : text)),
    deepSources(value).map(({ origin, name }) => `${origin} ${name}`),
    value.names,
    value.functions.length,
  ]);
  return { key: JSON.stringify(parts), isExact };
}
