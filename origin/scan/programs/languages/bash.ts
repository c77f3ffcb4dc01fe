/** Bash, and the shells that are written like it. */
import type { Expr, Lower, Step } from '../program.ts';
import { childOf, childrenOf, type Node, namedOf } from '../tree.ts';
import { commandOf } from './bashCommands.ts';
import { redirected } from './bashRedirections.ts';
import type { Scope, Statements } from './bashScope.ts';
import { insideOf, wordOf, wordsOf, wordTypes } from './bashWords.ts';
import { Builder } from './builder.ts';

export const lowerBash: Lower = (tree, path, firstLine) => {
  const low = new Builder(tree, firstLine);
  const steps: Step[] = [];
  const scope: Scope = { low, steps, isPrinted: false, isInFunction: false, descriptors: new Map(), lower };
  low.deeper(undefined, () => statements(tree.root.children, scope));
  return { path, language: 'bash', steps, isWhole: low.isWhole };
};

const substitutedIn =
  (scope: Scope) =>
  (node: Node): Expr => {
    const { low } = scope;
    return low.deeper(low.text('', node), () => {
      const inner = namedOf(node);
      const [only] = inner;
      if (!only) return low.text('', node);
      // `$(< file)` prints the file.
      if (only.type === 'redirected_statement' && !childOf(only, 'body'))
        return redirected(only, { ...scope, input: undefined });
      return inner.length === 1
        ? outputOf(only, { ...scope, input: undefined })
        : printed(inner, { ...scope, input: undefined }, node);
    });
  };

/** Statements as one expression: all that they print. */
function printed(nodes: readonly Node[], scope: Scope, node: Node): Expr {
  const steps: Step[] = [];
  statements(nodes, { ...scope, steps, isPrinted: true });
  return scope.low.block(steps, node);
}

function statements(nodes: readonly Node[], scope: Scope): void {
  for (const [i, node] of nodes.entries()) {
    if (node.isNamed) scope.low.deeper(undefined, () => statement(node, scope, nodes[i - 1]));
  }
}

const nested = (nodes: readonly Node[], scope: Scope): Step[] => {
  const steps: Step[] = [];
  statements(nodes, { ...scope, steps });
  return steps;
};

function statement(node: Node, scope: Scope, previous: Node | undefined): void {
  const handle = Object.hasOwn(handlers, node.type) ? handlers[node.type] : undefined;
  if (handle) handle(node, scope);
  else if (runnable.has(node.type)) output(outputOf(node, scope, previous), scope, node);
  else if (node.type.endsWith('_statement')) statements(node.children, scope);
}

const runnable = new Set(['redirected_statement', 'command', 'pipeline', 'negated_command']);

const group = (node: Node, scope: Scope): void => statements(node.children, scope);

const handlers: Record<string, (node: Node, scope: Scope) => void> = {
  program: group,
  compound_statement: group,
  subshell: group,
  do_group: group,
  ERROR(node, scope) {
    strayWords(node, scope);
    group(node, scope);
  },
  list,
  if_statement: conditional,
  elif_clause: conditional,
  else_clause: conditional,
  while_statement(node, scope) {
    statements(childrenOf(node, 'condition'), scope);
    loopBody(node, scope);
  },
  for_statement(node, scope) {
    const { low } = scope;
    const variable = childOf(node, 'variable');
    const values = childrenOf(node, 'value').flatMap((value) => {
      const words = wordsOf(value, low, substitutedIn(scope));
      // The items of an array.
      const isArray = /^"?\$\{\w+\[[@*]\]\}"?$/.test(low.textOf(value));
      return isArray ? words.map((of): Expr => ({ is: 'member', of, name: low.any([], value), at: of.at })) : words;
    });
    const target = variable && low.name(low.textOf(variable), variable);
    if (target) scope.steps.push({ does: 'set', target, value: low.any(values, node), at: target.at });
    loopBody(node, scope);
  },
  c_style_for_statement: loopBody,
  case_statement(node, scope) {
    const items = node.children.filter(({ type }) => type === 'case_item');
    const bodies = items.map((item) => item.children.filter(({ field }) => field !== 'value'));
    maybe(node, scope, ...bodies);
  },
  function_definition: definition,
  variable_assignment: assignment,
  variable_assignments: assignments,
  declaration_command: assignments,
  test_command: evaluated,
  arithmetic_expansion: evaluated,
  // Sorted behind what it belongs to.
  heredoc_body: () => undefined,
};

/** Each of these may run or not. */
function maybe(node: Node, scope: Scope, ...branches: (readonly Node[])[]): void {
  const lowered = branches.map((branch) => nested(branch, scope));
  scope.steps.push({ does: 'maybe', branches: lowered, at: scope.low.lineOf(node) });
}

/** What a loop reads is read line by line by its condition, not by the commands of its body. */
function loopBody(node: Node, scope: Scope): void {
  maybe(node, { ...scope, input: undefined }, childrenOf(node, 'body'));
}

/** What is tested or computed: the commands and variables within. */
function evaluated(node: Node, scope: Scope): void {
  for (const value of insideOf(node, scope.low, substitutedIn(scope))) {
    if (value.is !== 'text') scope.steps.push({ does: 'run', value, at: scope.low.lineOf(node) });
  }
}

function output(value: Expr, scope: Scope, node: Node): void {
  if (value.is === 'text' && value.text === '') return;
  scope.steps.push({ does: scope.isPrinted ? 'give' : 'run', value, at: scope.low.lineOf(node) });
}

function outputOf(node: Node, scope: Scope, previous?: Node): Expr {
  const { low } = scope;
  return low.deeper(low.text('', node), () => {
    switch (node.type) {
      case 'command':
        return commandOf(node, scope, previous);
      case 'redirected_statement':
        return redirected(node, scope);
      case 'negated_command':
        return low.any(
          namedOf(node).map((child) => outputOf(child, scope)),
          node,
        );
      case 'pipeline':
        return piped(namedOf(node), scope, node);
      default:
        return compound(node, scope);
    }
  });
}

function piped(stages: readonly Node[], scope: Scope, node: Node): Expr {
  let value: Expr | undefined = scope.input;
  for (const stage of stages) value = outputOf(stage, { ...scope, input: value });
  return value ?? scope.low.text('', node);
}

/** A loop, a group or the like in a pipe: what it reads is kept in a variable, for whatever of it reads. */
function compound(node: Node, scope: Scope): Expr {
  const { low, steps } = scope;
  let { input } = scope;
  if (input) {
    const kept = low.temporary(node);
    steps.push({ does: 'set', target: kept, value: input, at: low.lineOf(node) });
    input = kept;
  }
  return printed([node], { ...scope, input }, node);
}

function list(node: Node, scope: Scope): void {
  const [left, operator, ...right] = node.children;
  if (left) statements([left], scope);
  // What follows `&&` is where a chain wants to get to; what follows `||` happens when it fails.
  if (operator?.type === '||') maybe(node, scope, right);
  else statements(right, scope);
}

function conditional(node: Node, scope: Scope): void {
  const isClause = (child: Node) => /^el(?:if|se)_clause$/.test(child.type);
  // In `elif` the condition has no field of its own: it is what precedes `then`.
  const then = node.children.findIndex(({ type }) => type === 'then');
  statements(node.children.slice(0, Math.max(then, 0)), scope);
  const rest = node.children.slice(Math.max(then, 0));
  const clauses = rest.filter(isClause).map((clause) => [clause]);
  maybe(
    node,
    scope,
    rest.filter((child) => !isClause(child)),
    ...clauses,
  );
}

const positions = '1 2 3 4 5 6 7 8 9'.split(' ');

function definition(node: Node, scope: Scope): void {
  const name = childOf(node, 'name');
  const body = childOf(node, 'body');
  if (!name || !body) return;
  const steps = nested([body], { ...scope, steps: [], input: undefined, isPrinted: true, isInFunction: true });
  const { low } = scope;
  scope.steps.push({ does: 'define', name: low.textOf(name), fn: { params: positions, steps }, at: low.lineOf(node) });
}

/** `export a=b c`, `local a=$1`. */
function assignments(node: Node, scope: Scope): void {
  statements(
    node.children.filter(({ type }) => type === 'variable_assignment'),
    scope,
  );
}

/** `a=b`, also with `+=`. */
function assignment(node: Node, scope: Scope): void {
  const { low } = scope;
  const name = childOf(node, 'name');
  if (!name) return;
  const given = childOf(node, 'value');
  const target = low.name(low.textOf(name), name);
  const value = given ? assigned(given, scope) : low.text('', node);
  const isMore = node.children.some(({ type }) => type === '+=');
  scope.steps.push({
    does: 'set',
    target,
    value: isMore ? low.join([target, value], node) : value,
    at: low.lineOf(node),
  });
}

function assigned(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const substituted = substitutedIn(scope);
  if (node.type !== 'array') return wordOf(node, low, substituted);
  const items = namedOf(node).flatMap((item) => wordsOf(item, low, substituted));
  return { is: 'list', items, at: low.lineOf(node) };
}

/** Where the parser lost its way, words of one line are taken for a command. */
function strayWords(node: Node, scope: Scope): void {
  let words: Node[] = [];
  let previous: Node | undefined;
  const flush = () => {
    const [first] = words;
    if (first && (words.length > 1 || first.type === 'command_name')) {
      output(commandOf({ ...first, children: words }, scope, previous), scope, first);
    }
    words = [];
  };
  for (const [i, child] of node.children.entries()) {
    const isWord = child.type === 'command_name' || wordTypes.has(child.type);
    if (!isWord || (words[0] && words[0].line !== child.line)) flush();
    if (isWord && words.length === 0) previous = node.children[i - 1];
    if (isWord) words.push(child);
  }
  flush();
}

const lower: Statements = { statements, outputOf, output, piped, substitutedIn };
