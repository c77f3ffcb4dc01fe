/** Functions of the bundle, run where they are called: a few times each, and then what they gave before counts. */
import type { Fn } from '../program.ts';
import type { Machine, Scope } from './machine.ts';
import { type Closure, list, made, unknown, type Value } from './value.ts';

export interface Running {
  depth: number;
  /** How often each function ran, whatever it closes over. */
  runs: Map<Fn, number>;
}

const maxDepth = 24;
/** Of one function, with different arguments. */
const maxRuns = 400;
/** From here on each run costs the budget more. */
const cheapRuns = 12;

export function callClosure(
  machine: Machine,
  running: Running,
  closure: Closure,
  args: readonly Value[],
  self: Value | undefined,
): Value {
  const key = signatureOf(args, self);
  const before = key === undefined ? undefined : closure.results.get(key);
  if (before) return before;
  const runs = running.runs.get(closure.fn) ?? 0;
  const isOver = runs >= maxRuns || running.depth >= maxDepth;
  if (isOver || !machine.spend(runs < cheapRuns ? 1 : 20)) return made(...args, ...closure.results.values());
  running.runs.set(closure.fn, runs + 1);
  // A function that calls itself sees what it was given.
  if (key !== undefined) closure.results.set(key, unknown);
  running.depth += 1;
  const scope = bound(closure, args, self);
  machine.run(closure.fn.steps, scope);
  running.depth -= 1;
  if (key !== undefined && closure.results.size < maxRuns) closure.results.set(key, scope.given);
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

/** What tells one call from another; nothing where objects are handed over, which may change. */
function signatureOf(args: readonly Value[], self: Value | undefined): string | undefined {
  const all = self ? [...args, self] : args;
  if (
    all.some(
      ({ things, functions, texts }) =>
        things.length > 0 || functions.length > 0 || texts.some((text) => text.length > 2000),
    )
  )
    return undefined;
  return JSON.stringify(
    all.map(({ texts, sources, names }) => [texts, sources.map(({ origin, name }) => `${origin} ${name}`), names]),
  );
}
