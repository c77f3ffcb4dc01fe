/** The syntax tree of a program: plain objects, so that the parser's memory is given back before anything looks at it. */
export interface Node {
  /** As the grammar calls it; a keyword or sign by its own text. */
  type: string;
  /** What it is to its parent, as the grammar calls it; '' where it has no name. */
  field: string;
  /** False for keywords and signs. */
  isNamed: boolean;
  /** Offsets in the text. */
  start: number;
  end: number;
  /** From 1. */
  line: number;
  /** In the order of the text, keywords and signs as well. */
  children: readonly Node[];
}

export interface Tree {
  text: string;
  root: Node;
  /** False where a part of the text is no program of the language, or has more nodes than anyone writes. */
  isWhole: boolean;
  /** Characters that are no program of the language, and were skipped. */
  wrong: number;
}

export const textOf = (tree: Tree, node: Node): string => tree.text.slice(node.start, node.end);

/** The child that the grammar calls so. */
export const childOf = (node: Node, field: string): Node | undefined =>
  node.children.find((child) => child.field === field);

export const childrenOf = (node: Node, field: string): Node[] => node.children.filter((child) => child.field === field);

/** Without keywords, signs and comments. */
export const namedOf = (node: Node): Node[] =>
  node.children.filter((child) => child.isNamed && child.type !== 'comment');
