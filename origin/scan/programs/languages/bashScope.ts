/** What the parts of the lowering of a shell know of each other. */
import type { Expr, Step } from '../program.ts';
import type { Node } from '../tree.ts';
import type { Builder } from './builder.ts';

/** Where statements go, and what they read and write by default. */
export interface Scope {
  low: Builder;
  steps: Step[];
  /** What the statements read where nothing else is given. */
  input?: Expr | undefined;
  /** Within a function or `$(…)`, what commands print is what it gives. */
  isPrinted: boolean;
  /** Within a function `$1` is its argument; elsewhere nothing gives it. */
  isInFunction: boolean;
  /** What `exec 3<>…` opened. */
  descriptors: Map<string, Expr>;
  lower: Statements;
}

/** How statements are lowered, which the parts of them need again. */
export interface Statements {
  statements(nodes: readonly Node[], scope: Scope): void;
  /** What a statement prints; steps that come before it are added to the scope. */
  outputOf(node: Node, scope: Scope, previous?: Node): Expr;
  /** What is printed is given where somebody reads it. */
  output(value: Expr, scope: Scope, node: Node): void;
  /** Each stage reads what the one before it prints. */
  piped(stages: readonly Node[], scope: Scope, node: Node): Expr;
  /** The value of what is within `$(…)`, backticks or `<(…)`. */
  substitutedIn(scope: Scope): (node: Node) => Expr;
}
