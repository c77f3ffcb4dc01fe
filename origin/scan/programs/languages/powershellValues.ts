/** Expressions of PowerShell. */
import type { Expr } from '../program.ts';
import { type Node, namedOf } from '../tree.ts';
import { methodOf, staticOf } from './dotNet.ts';
import { commandOf, textOf } from './powershellCommands.ts';
import type { Scope } from './powershellScope.ts';

/** Breadth first, and not into what nests. */
export function find(node: Node, type: string): Node | undefined {
  for (const child of node.children) {
    if (child.type === type) return child;
    if (/pipeline_chain|redirection|command_elements|^command$/.test(child.type)) {
      const found = find(child, type);
      if (found) return found;
    }
  }
  return undefined;
}

/** Any expression or pipeline. The grammar wraps each in a dozen nodes: those with one child are passed at once. */
export function value(outer: Node, scope: Scope): Expr {
  const { low } = scope;
  let node = outer;
  for (let inner = only(node); inner; inner = only(node)) node = inner;
  return low.deeper(low.text('', node), () => {
    switch (node.type) {
      case 'pipeline':
      case 'pipeline_chain':
        return piped(namedOf(node), scope, node);
      case 'command':
        return commandOf(node, undefined, scope);
      case 'variable':
        return variable(node, scope);
      case 'expandable_string_literal':
      case 'expandable_here_string_literal':
        return expanded(node, scope);
      case 'verbatim_string_characters':
        return low.text(low.textOf(node).slice(1, -1).replaceAll("''", "'"), node);
      case 'verbatim_here_string_characters':
        return low.text(low.textOf(node).replace(/^@'\r?\n?|\r?\n?'@$/g, ''), node);
      case 'member_access':
        return member(node, scope);
      case 'element_access': {
        const [of, index] = namedOf(node);
        return of && index
          ? { is: 'member', of: value(of, scope), name: value(index, scope), at: low.lineOf(node) }
          : low.text('', node);
      }
      case 'invokation_expression':
        return invocation(node, scope);
      case 'cast_expression':
        return cast(node, scope);
      case 'additive_expression':
      case 'additive_argument_expression':
        return low.textOf(node).includes('+')
          ? low.join(
              namedOf(node).map((part) => value(part, scope)),
              node,
            )
          : anyOf(node, scope);
      case 'comparison_expression':
      case 'comparison_argument_expression':
        return compared(node, scope);
      case 'expression_with_unary_operator':
        return unary(node, scope);
      case 'format_expression':
      case 'format_argument_expression':
        return formatted(node, scope);
      case 'array_literal_expression':
        return { is: 'list', items: namedOf(node).map((item) => value(item, scope)), at: low.lineOf(node) };
      case 'array_expression':
      case 'sub_expression':
      case 'parenthesized_expression':
        return block(node, scope);
      case 'hash_literal_expression':
        return hash(node, scope);
      case 'script_block_expression':
        return {
          is: 'function',
          fn: { params: ['_'], steps: scope.nested(namedOf(node), scope, 'give') },
          at: low.lineOf(node),
        };
      case 'type_literal':
        return low.name(typeName(node, scope), node);
      default:
        return namedOf(node).length === 0
          ? low.text(low.textOf(node).replace(/`(.)/g, '$1'), node)
          : anyOf(node, scope);
    }
  });
}

const whole = new Set(
  (
    'command variable expandable_string_literal expandable_here_string_literal member_access invokation_expression cast_expression ' +
    'array_expression sub_expression hash_literal_expression script_block_expression type_literal element_access expression_with_unary_operator'
  ).split(' '),
);

function only(node: Node): Node | undefined {
  if (whole.has(node.type)) return undefined;
  const inner = namedOf(node).filter(({ type }) => type !== 'redirections');
  return inner.length === 1 ? inner[0] : undefined;
}

const anyOf = (node: Node, scope: Scope): Expr =>
  scope.low.any(
    namedOf(node).map((part) => value(part, scope)),
    node,
  );

function block(node: Node, scope: Scope): Expr {
  const inner = namedOf(node).flatMap((child) => (child.type === 'statement_list' ? namedOf(child) : [child]));
  const [first] = inner;
  const { low } = scope;
  if (inner.length === 1 && first && first.type === 'pipeline' && !find(first, 'assignment_expression')) {
    const one = value(first, scope);
    return node.type !== 'array_expression' || one.is === 'list'
      ? one
      : { is: 'list', items: [one], at: low.lineOf(node) };
  }
  return low.block(scope.nested(inner, scope, 'give'), node);
}

/** `$x`, `$env:X`, `${x}`, `@x`. */
function variable(node: Node, { low }: Scope): Expr {
  const written = low
    .textOf(node)
    .replace(/^[$@]\{?|\}$/g, '')
    .toLowerCase();
  const environment = /^env:(.+)$/.exec(written)?.[1];
  if (environment) return low.member(low.name('env', node), low.textOf(node).replace(/^.*:|\}$/g, ''), node);
  if (written === 'home') return low.text('~', node);
  return low.name(written.replace(/^(?:global|script|local|private):/, ''), node);
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
};

function expanded(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const isHere = node.type === 'expandable_here_string_literal';
  const open = isHere ? (/^@"\r?\n?/.exec(low.textOf(node))?.[0].length ?? 2) : 1;
  const clean = (text: string) => text.replace(/`(.)/gs, (_, sign) => escapes[sign] ?? sign).replaceAll('""', '"');
  const parts: Expr[] = [];
  let at = node.start + open;
  for (const child of namedOf(node)) {
    if (child.start > at) parts.push(low.text(clean(low.slice(at, child.start)), node));
    parts.push(value(child, scope));
    at = child.end;
  }
  const end = node.end - (isHere ? 3 : 1);
  if (end > at) parts.push(low.text(clean(low.slice(at, end)), node));
  return low.join(parts, node);
}

function piped(stages: readonly Node[], scope: Scope, node: Node): Expr {
  let input: Expr | undefined;
  for (const stage of stages) {
    if (stage.type === 'redirections') continue;
    let inner = stage;
    for (let next = only(inner); next; next = only(inner)) inner = next;
    if (inner.type === 'command') input = commandOf(inner, input, scope);
    else if (inner.type === 'pipeline_chain') input = piped(namedOf(inner), scope, inner);
    else input = value(stage, scope);
  }
  return input ?? scope.low.text('', node);
}

function typeName(node: Node, { low }: Scope): string {
  return low
    .textOf(node)
    .replace(/^\[|\]$/g, '')
    .replace(/^system\./i, '')
    .toLowerCase();
}

function member(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const [of, name] = namedOf(node);
  if (!of || !name) return low.text('', node);
  return { is: 'member', of: value(of, scope), name: memberName(name, scope), at: low.lineOf(node) };
}

const memberName = (node: Node, scope: Scope): Expr => {
  const name = value(node, scope);
  return name.is === 'text' ? { ...name, text: name.text.toLowerCase() } : name;
};

function invocation(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const [of, name] = namedOf(node);
  const list = namedOf(node).find(({ type }) => type === 'argument_list');
  const args = (list ? namedOf(list) : []).flatMap((inner) => namedOf(inner)).map((arg) => value(arg, scope));
  if (!of || !name) return low.any(args, node);
  const receiver = value(of, scope);
  const method = memberName(name, scope);
  const called = textOf(method);
  const known =
    of.type === 'type_literal' || receiver.is === 'name'
      ? staticOf(receiver.is === 'name' ? receiver.name : '', called, args, low, node)
      : undefined;
  const made = known ?? methodOf(receiver, called, args, low, node, scope.steps);
  return made ?? low.call({ is: 'member', of: receiver, name: method, at: low.lineOf(node) }, args, node);
}

function cast(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const [type, of] = namedOf(node);
  if (!type || !of) return low.text('', node);
  const inner = value(of, scope);
  const name = typeName(type, scope);
  return /^char(?:\[\])?$/.test(name)
    ? low.call(low.member(low.name('String', node), 'fromCharCode', node), [inner], node)
    : inner;
}

function compared(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const operator = namedOf(node).find(({ type }) => type === 'comparison_operator');
  const [left, right] = namedOf(node)
    .filter((child) => child !== operator)
    .map((part) => value(part, scope));
  const sign = operator ? low.textOf(operator).toLowerCase() : '';
  if (!left || !right) return left ?? low.text('', node);
  if (sign === '-join') return low.call(low.member(left, 'join', node), [right], node);
  if (sign === '-split') return low.call(low.member(left, 'split', node), [right], node);
  if (/^-[ic]?replace$/.test(sign))
    return low.call(
      low.member(left, 'replaceAll', node),
      right.is === 'list' ? right.items : [right, low.text('', node)],
      node,
    );
  return { is: 'any', of: [left, right], at: low.lineOf(node) };
}

/** `-join 'a', 'b'`; other signs change nothing that is looked at. */
function unary(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const inner = anyOf(node, scope);
  const isJoin = /^-join\b/i.test(low.textOf(node));
  return isJoin ? low.call(low.member(inner, 'join', node), [low.text('', node)], node) : inner;
}

/** `'{1}{0}' -f 'b', 'a'`. */
function formatted(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const [left, right] = namedOf(node)
    .filter(({ type }) => type !== 'format_operator')
    .map((part) => value(part, scope));
  const items = right?.is === 'list' ? right.items : right ? [right] : [];
  if (left?.is !== 'text') return low.any([...(left ? [left] : []), ...items], node);
  const parts = left.text.split(/\{(\d+)(?:[^{}\d][^{}]*)?\}/);
  return low.join(
    parts.map((part, i) => (i % 2 ? (items[Number(part)] ?? low.text('', node)) : low.text(part, node))),
    node,
  );
}

function hash(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const body = namedOf(node)[0];
  const entries = (body ? namedOf(body) : []).flatMap((entry): [Expr, Expr][] => {
    const [key, held] = namedOf(entry);
    return key && held ? [[low.text(low.textOf(key).replace(/^["']|["']$/g, ''), key), value(held, scope)]] : [];
  });
  return { is: 'record', entries, at: low.lineOf(node) };
}
