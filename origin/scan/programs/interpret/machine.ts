/** What the parts of the interpreter share. */
import type { Data, Effect, Place } from '../effect.ts';
import type { Expr, Language, Step } from '../program.ts';
import type { Closure, Thing, Value } from './value.ts';

/** A program that is run: a file, a block, or a text that another program runs. */
export interface Unit {
  path: string;
  language: Language;
  /** Where all of it stands, for one that is made by another program. */
  line?: number;
  /** What the holes of its text are made of. */
  inHoles: Value;
  /** How many programs run it, one by way of the other. */
  depth: number;
  exports: Thing;
  /** The connection that its input and output were tied to. */
  tied?: Data;
}

export interface Scope {
  unit: Unit;
  variables: Map<string, Value>;
  above?: Scope;
  /** What variables were before the branch that is running. */
  changed?: Map<string, Value | undefined>;
  given: Value;
}

/** Where something is done. */
export interface Site {
  at: Place;
  unit: Unit;
}

export interface Call extends Site {
  /** Full name of the library's function. */
  name: string;
  receiver: Value;
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
}

export interface Machine {
  /** Whether there is work left to do it. */
  spend(units: number): boolean;
  /** Whether a loop may be followed that many rounds: of all loops together, a few thousand. */
  unroll(rounds: number): boolean;
  emit(effect: Effect): void;
  evaluate(expr: Expr, scope: Scope): Value;
  run(steps: readonly Step[], scope: Scope): void;
  /** A function that is run at the end, if nothing runs it before. */
  defined(closure: Closure): void;
  callClosure(closure: Closure, args: readonly Value[], self?: Value): Value;
  /** Runs it again when all that stands at the top of programs has run. */
  later(work: () => void): void;
  /** Runs a text as a program; its value is what it prints or gives. */
  runText(code: Value, language: Language, site: Site): Value;
  /** What a file holds: what the bundle wrote there, or what such a file is. */
  read(path: Value, at: Place): Value;
  write(path: Value, what: Value, at: Place): void;
  /** What the bundle itself wrote to a path. */
  written(path: Value, at: Place): Value | undefined;
  /** `cd`. */
  enter(path: Value, at: Place): void;
  /** A module of the bundle, as another file of it names it. */
  moduleAt(from: Unit, module: string, name: string): Value | undefined;
}
