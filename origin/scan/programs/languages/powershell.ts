/** PowerShell. Names mean the same in capitals and small letters, so all of them are lowered to small ones. */
import type { Lower, Step } from '../program.ts';
import { childOf, type Node, namedOf } from '../tree.ts';
import { Builder } from './builder.ts';
import type { Scope } from './powershellScope.ts';
import { find, value } from './powershellValues.ts';

export const lowerPowerShell: Lower = (tree, path, firstLine) => {
  const low = new Builder(tree, firstLine);
  const steps: Step[] = [];
  statements(namedOf(tree.root), { low, steps, nested, value });
  return { path, language: 'powershell', steps, isWhole: low.isWhole };
};

function statements(nodes: readonly Node[], scope: Scope, last: 'run' | 'give' = 'run'): void {
  for (const node of nodes) scope.low.deeper(undefined, () => statement(node, scope, last));
}

function nested(nodes: readonly Node[], scope: Scope, last: 'run' | 'give' = 'run'): Step[] {
  const steps: Step[] = [];
  statements(nodes, { ...scope, steps }, last);
  return steps;
}

const containers = new Set(
  'program statement_list script_block script_block_body statement_block ERROR named_block_list named_block begin_block'.split(
    ' ',
  ),
);

function statement(node: Node, scope: Scope, last: 'run' | 'give'): void {
  const { low, steps } = scope;
  const at = low.lineOf(node);
  if (containers.has(node.type)) return void statements(namedOf(node), scope, last);
  switch (node.type) {
    case 'pipeline':
      pipelineStep(node, scope, last);
      return;
    case 'function_statement':
      definition(node, scope);
      return;
    case 'foreach_statement': {
      const [variable, over, ...body] = namedOf(node).filter(({ type }) => type !== 'foreach_parameter');
      if (variable && over) steps.push({ does: 'set', target: value(variable, scope), value: value(over, scope), at });
      return void steps.push({ does: 'maybe', branches: [nested(body, scope, last)], at });
    }
    case 'flow_control_statement': {
      const given = namedOf(node)[0];
      if (given) steps.push({ does: 'give', value: value(given, scope), at });
      return;
    }
    case 'param_block':
    case 'empty_statement':
      return;
    default:
      if (!node.type.endsWith('_statement') && !node.type.endsWith('_clause') && !node.type.endsWith('_clauses')) {
        const expr = value(node, scope);
        if (expr.is !== 'text') steps.push({ does: last, value: expr, at });
        return;
      }
      branches(node, scope, last);
  }
}

/** `if`, `while`, `try`, `switch`: conditions are run, blocks may be. */
function branches(node: Node, scope: Scope, last: 'run' | 'give'): void {
  const inner = namedOf(node);
  const isBlock = ({ type }: Node) => /block|clause|switch_body/.test(type);
  statements(
    inner.filter((child) => !isBlock(child) && child.type === 'pipeline'),
    scope,
  );
  const blocks = inner
    .filter(isBlock)
    .map((block) => nested(block.type.includes('block') ? [block] : namedOf(block), scope, last));
  scope.steps.push({ does: 'maybe', branches: blocks, at: scope.low.lineOf(node) });
}

function pipelineStep(node: Node, scope: Scope, last: 'run' | 'give'): void {
  const { low, steps } = scope;
  const at = low.lineOf(node);
  const assignment = namedOf(node).find(({ type }) => type === 'assignment_expression');
  if (assignment) {
    const [left] = namedOf(assignment);
    const right = childOf(assignment, 'value');
    if (!left || !right) return;
    const target = value(left, scope);
    const given = value(right, scope);
    const isMore = /\+=$/.test(
      low
        .textOf(assignment)
        .slice(0, right.start - assignment.start)
        .trim(),
    );
    return void steps.push({ does: 'set', target, value: isMore ? low.join([target, given], node) : given, at });
  }
  const expr = value(node, scope);
  const redirection = find(node, 'redirected_file_name');
  const to = redirection && namedOf(redirection).find(({ type }) => type !== 'command_argument_sep');
  if (to) steps.push({ does: 'write', to: value(to, scope), value: expr, append: false, at });
  else if (expr.is !== 'text') steps.push({ does: last, value: expr, at });
}

function definition(node: Node, scope: Scope): void {
  const { low, steps } = scope;
  const name = namedOf(node).find(({ type }) => type === 'function_name');
  if (!name) return;
  const body = namedOf(node).filter(({ type }) => /script_block|ERROR/.test(type));
  steps.push({
    does: 'define',
    name: low.textOf(name).toLowerCase(),
    fn: { params: paramsIn(low.textOf(node).slice(0, 2_000)), steps: nested(body, scope, 'give') },
    at: low.lineOf(node),
  });
}

/** The names in its lists of parameters, each of which ends where a body or a line begins. */
function paramsIn(text: string): string[] {
  const lists = [...text.matchAll(/(?:param\s*\(|function(?:(?!function)[^({])*\()([^{]*\{?)/gi)].map(([, rest = '']) =>
    rest.slice(0, Math.max(0, rest.search(/\)\s*(?:\{|\n|$)/))),
  );
  const names = lists.flatMap((list) => [...list.matchAll(/\$(\w+)/g)].map(([, name = '']) => name.toLowerCase()));
  return [...new Set(names)];
}
