/** What the lowering of each language needs: places, a bound on depth, and expressions made short. */
import type { Expr, Step } from '../program.ts';
import { type Node, type Tree, textOf } from '../tree.ts';

/** Nobody nests code deeper. */
const maxDepth = 150;

export interface Lowering {
  text(node: Node | undefined): string;
  at(node: Node): number;
  /** Runs it one level deeper; nothing where that is too deep. */
  deeper<T>(work: () => T, otherwise: T): T;
  isWhole(): boolean;
}

export function lowering(tree: Tree, firstLine: number): Lowering {
  let depth = 0;
  let isWhole = tree.isWhole;
  return {
    text: (node) => (node ? textOf(tree, node) : ''),
    at: ({ line }) => line + firstLine - 1,
    deeper: (work, otherwise) => {
      if (depth >= maxDepth) {
        isWhole = false;
        return otherwise;
      }
      depth += 1;
      try {
        return work();
      } finally {
        depth -= 1;
      }
    },
    isWhole: () => isWhole,
  };
}

export const text = (value: string, at: number): Expr => ({ is: 'text', text: value, at });
export const number = (value: string, at: number): Expr => ({ is: 'text', text: value, isNumber: true, at });
export const name = (value: string, at: number): Expr => ({ is: 'name', name: value, at });
export const call = (of: Expr, args: Expr[], at: number): Expr => ({ is: 'call', of, args, at });
export const nothing = (at: number): Expr => ({ is: 'any', of: [], at });
/** One of what it holds, nobody knows which. */
export const oneOf = (of: Expr, at: number): Expr => ({ is: 'member', of, name: nothing(at), at });
export const set = (target: Expr, value: Expr, at: number): Step => ({ does: 'set', target, value, at });

/**
 * A class as a function that makes its objects: a record of its methods, on top of what the classes above it make, on
 * which the constructor is run.
 */
export function classAs(
  className: string,
  {
    self,
    above,
    methods,
    fields,
    maker,
    at,
  }: {
    self: string;
    above: Expr[];
    methods: [Expr, Expr][];
    fields: Step[];
    maker: string;
    at: number;
  },
): Step {
  const object = name(self, at);
  const inherited = above.map((base) => call(base, [name('*', at)], at));
  const steps: Step[] = [
    set(object, { is: 'any', of: [{ is: 'record', entries: methods, at }, ...inherited], at }, at),
    ...fields,
    {
      does: 'run',
      value: call({ is: 'member', of: object, name: text(maker, at), at }, [name('*', at)], at),
      at,
    },
    { does: 'give', value: object, at },
  ];
  return { does: 'define', name: className, fn: { params: ['*'], steps }, at };
}
