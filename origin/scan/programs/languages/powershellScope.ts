/** What the parts of the lowering of PowerShell know of each other. */
import type { Expr, Step } from '../program.ts';
import type { Node } from '../tree.ts';
import type { Builder } from './builder.ts';

export interface Scope {
  low: Builder;
  steps: Step[];
  /** Statements as steps of their own; `last` is what becomes of what they print. */
  nested(nodes: readonly Node[], scope: Scope, last?: 'run' | 'give'): Step[];
  value(node: Node, scope: Scope): Expr;
}
