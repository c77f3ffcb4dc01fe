/** What the lowering of shells and of the languages that read like them makes its expressions with. */
import type { Expr, Step } from '../program.ts';
import type { Node, Tree } from '../tree.ts';
import { type Lowering, lowering } from './lowering.ts';

/** Expressions at the lines of nodes, with a bound on how deep a tree is followed. */
export class Builder {
  readonly #tree: Tree;
  readonly #lowering: Lowering;
  #temporary = 0;

  constructor(tree: Tree, firstLine: number) {
    this.#tree = tree;
    this.#lowering = lowering(tree, firstLine);
  }

  get isWhole(): boolean {
    return this.#lowering.isWhole();
  }

  textOf = (node: Node): string => this.#lowering.text(node);
  slice = (start: number, end: number): string => this.#tree.text.slice(start, end);
  lineOf = (node: Node): number => this.#lowering.at(node);

  text = (text: string, node: Node): Expr => ({ is: 'text', text, at: this.lineOf(node) });
  name = (name: string, node: Node): Expr => ({ is: 'name', name, at: this.lineOf(node) });
  any = (of: Expr[], node: Node): Expr => (of.length === 1 && of[0] ? of[0] : { is: 'any', of, at: this.lineOf(node) });
  member = (of: Expr, name: string, node: Node): Expr => ({
    is: 'member',
    of,
    name: this.text(name, node),
    at: this.lineOf(node),
  });
  call = (of: Expr, args: Expr[], node: Node): Expr => ({ is: 'call', of, args, at: this.lineOf(node) });
  command = (words: Expr[], input: Expr | undefined, node: Node): Expr => ({
    is: 'command',
    words,
    ...(input && { input }),
    at: this.lineOf(node),
  });

  /** Neighbouring constants become one, and a join within a join its parts. */
  join(parts: readonly Expr[], node: Node): Expr {
    const joined: Expr[] = [];
    for (const part of parts.flatMap((one) => (one.is === 'join' ? one.parts : [one]))) {
      if (part.is === 'text' && part.text === '') continue;
      const last = joined.at(-1);
      if (part.is === 'text' && last?.is === 'text')
        joined[joined.length - 1] = { ...last, text: last.text + part.text };
      else joined.push(part);
    }
    const [only] = joined;
    if (!only) return this.text('', node);
    return joined.length === 1 ? only : { is: 'join', parts: joined, at: this.lineOf(node) };
  }

  /** A name that no program can have. */
  temporary = (node: Node): Expr => this.name(`|${++this.#temporary}`, node);

  /** Looks no deeper than anyone writes: what is hostile gets `otherwise`. */
  deeper = <T>(otherwise: T, look: () => T): T => this.#lowering.deeper(look, otherwise);

  /** Steps as one expression, which is all that they give. */
  block = (steps: Step[], node: Node): Expr =>
    this.call({ is: 'function', fn: { params: [], steps }, at: this.lineOf(node) }, [], node);
}
