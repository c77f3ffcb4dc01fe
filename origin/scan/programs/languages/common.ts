/**
 * Ruby, Go and PHP, which are read by one set of rules: their grammars call assignments, calls, blocks and functions much
 * the same. What they call of their libraries is lowered to names that the interpreter knows (`libraries.data.ts`).
 */
import type { Expr, Fn, Language, Lower, Step } from '../program.ts';
import { childOf, type Node, namedOf } from '../tree.ts';
import { Builder } from './builder.ts';

export interface Dialect {
  language: Language;
  /** The name of a variable or of what is called, with dots between its parts; undefined where it is an expression. */
  nameOf(node: Node, low: Builder): string | undefined;
  /** A call of a library, as what it does. */
  library(name: string, args: Expr[], call: Site): Expr | undefined;
}

export interface Site {
  low: Builder;
  node: Node;
  steps: Step[];
}

interface Scope {
  low: Builder;
  steps: Step[];
  dialect: Dialect;
}

export const lowerWith =
  (dialect: Dialect): Lower =>
  (tree, path, firstLine) => {
    const low = new Builder(tree, firstLine);
    const steps: Step[] = [];
    statements(namedOf(tree.root), { low, steps, dialect });
    return { path, language: dialect.language, steps, isWhole: low.isWhole };
  };

function statements(nodes: readonly Node[], scope: Scope): void {
  for (const node of nodes) scope.low.deeper(undefined, () => statement(node, scope));
}

function nested(nodes: readonly Node[], scope: Scope): Step[] {
  const steps: Step[] = [];
  statements(nodes, { ...scope, steps });
  return steps;
}

const functions = /^(?:method|singleton_method|function_definition|function_declaration|method_declaration)$/;
const groups =
  /^(?:block|body_statement|block_body|statement_list|compound_statement|then|do|else|ensure|begin|begin_block|class|module|class_declaration|declaration_list|namespace_definition|ERROR|program|expression_statement|go_statement|defer_statement|const_declaration|var_declaration|short_var_declaration_list|source_file|labeled_statement|class_body|singleton_class|trait_declaration|echo_statement|colon_block|global_declaration)$/;
const conditionals =
  /^(?:if|unless|while|until|for|case|if_statement|for_statement|while_statement|foreach_statement|do_statement|switch_statement|expression_switch_statement|type_switch_statement|select_statement|try_statement|elsif|else_clause|else_if_clause|catch_clause|finally_clause|rescue|when|case_statement|default_statement|expression_case|default_case|communication_case|switch_block|if_modifier|unless_modifier|while_modifier|rescue_modifier|match_expression)$/;
const bodies = /^(?:consequence|body|alternative)$/;
const bodyTypes =
  /^(?:block|then|do|else|ensure|rescue|when|elsif|else_clause|else_if_clause|catch_clause|finally_clause|compound_statement|switch_block|case_statement|default_statement|expression_case|default_case|communication_case|statement_list)$/;

function statement(node: Node, scope: Scope): void {
  const { low, steps } = scope;
  const at = low.lineOf(node);
  if (functions.test(node.type)) {
    const name = childOf(node, 'name');
    if (name) steps.push({ does: 'define', name: low.textOf(name), fn: functionOf(node, scope), at });
  } else if (conditionals.test(node.type)) {
    const inner = namedOf(node);
    const isBody = (child: Node) => bodies.test(child.field) || bodyTypes.test(child.type);
    statements(
      inner.filter((child) => !isBody(child)),
      scope,
    );
    const branches = inner.filter(isBody).map((child) => nested([child], scope));
    if (branches.length > 0) steps.push({ does: 'maybe', branches, at });
  } else if (groups.test(node.type)) statements(namedOf(node), scope);
  else if (/^(?:return|return_statement)$/.test(node.type)) {
    for (const child of namedOf(node)) steps.push({ does: 'give', value: valueOfAll(child, scope), at });
  } else {
    const value = valueOfAll(node, scope);
    if (value.is !== 'text' && value.is !== 'name' && !assignments.test(node.type))
      steps.push({ does: 'run', value, at });
  }
}

function functionOf(node: Node, scope: Scope): Fn {
  const { low } = scope;
  const list = childOf(node, 'parameters') ?? node.children.find(({ type }) => /parameters$/.test(type));
  const params = (list ? namedOf(list) : []).flatMap((param) => {
    const names = param.children.filter(({ field }) => field === 'name');
    return (names.length > 0 ? names : [param]).map((name) => low.textOf(name).replace(/^[$@&*]+/, ''));
  });
  const body = childOf(node, 'body');
  const isStatements = body !== undefined && (groups.test(body.type) || conditionals.test(body.type));
  if (body && !isStatements)
    return { params, steps: [{ does: 'give', value: valueOfAll(body, scope), at: low.lineOf(body) }] };
  const steps = body ? nested([body], scope) : [];
  // In Ruby the last expression is what a method gives.
  const last = steps.at(-1);
  if (scope.dialect.language === 'ruby' && last?.does === 'run') steps[steps.length - 1] = { ...last, does: 'give' };
  return { params, steps };
}

/** The value of any expression. */
function valueOfAll(node: Node, scope: Scope): Expr {
  const { low, dialect } = scope;
  return low.deeper(low.text('', node), () => {
    const name = dialect.nameOf(node, low);
    if (name !== undefined) return dotted(name, node, low);
    if (assignments.test(node.type)) return assignment(node, scope);
    if (calls.test(node.type)) return call(node, scope);
    if (strings.test(node.type)) return string(node, scope);
    if (/^(?:subshell|shell_command_expression)$/.test(node.type)) {
      return dialect.library('`', [string(node, scope)], { low, node, steps: scope.steps }) ?? low.text('', node);
    }
    if (/^(?:binary|binary_expression)$/.test(node.type)) return binary(node, scope);
    if (
      /^(?:element_reference|subscript_expression|index_expression|selector_expression|member_access_expression|scoped_property_access_expression|class_constant_access_expression|scope_resolution)$/.test(
        node.type,
      )
    ) {
      return memberOf(node, scope);
    }
    if (
      /^(?:array|right_assignment_list|array_creation_expression|composite_literal|hash|literal_value)$/.test(node.type)
    )
      return collection(node, scope);
    if (/^(?:block|do_block|lambda|func_literal|anonymous_function|arrow_function)$/.test(node.type)) {
      return { is: 'function', fn: functionOf(node, scope), at: low.lineOf(node) };
    }
    const inner = namedOf(node).filter(({ type }) => !/type|visibility/.test(type));
    if (conditionals.test(node.type) || groups.test(node.type)) return low.block(nested([node], scope), node);
    if (inner.length === 0) return low.text(low.textOf(node).replace(/^:/, ''), node);
    return low.any(
      inner.map((child) => valueOfAll(child, scope)),
      node,
    );
  });
}

const assignments =
  /^(?:assignment|operator_assignment|assignment_expression|augmented_assignment_expression|short_var_declaration|assignment_statement|const_spec|var_spec|range_clause)$/;
const calls =
  /^(?:call|command|call_expression|function_call_expression|member_call_expression|nullsafe_member_call_expression|scoped_call_expression|object_creation_expression|include_expression|include_once_expression|require_expression|require_once_expression|print_intrinsic|method_call)$/;
const strings = /string|heredoc|^rune_literal$/;

export function dotted(name: string, node: Node, low: Builder): Expr {
  const [first = '', ...rest] = name.split('.');
  return rest.reduce<Expr>((of, part) => low.member(of, part, node), low.name(first, node));
}

function assignment(node: Node, scope: Scope): Expr {
  const { low, steps } = scope;
  const [left] = node.children.filter(({ field }) => field === 'left' || field === 'name');
  const right = node.children.filter(({ field }) => field === 'right' || field === 'value');
  if (!left) return low.text('', node);
  const targets = /list/.test(left.type) ? namedOf(left) : [left];
  const rights = right.flatMap((one) => (/_list$/.test(one.type) ? namedOf(one) : [one]));
  const values = rights.map((one) => valueOfAll(one, scope));
  const isMore = /[.+|]=/.test(low.slice(left.end, right[0]?.start ?? left.end));
  for (const [i, target] of targets.entries()) {
    // Where one call gives several values, the first is the one that matters.
    const value = values[i] ?? (i === 0 ? low.any(values, node) : undefined);
    if (!value) continue;
    const to = valueOfAll(target, scope);
    steps.push({ does: 'set', target: to, value: isMore ? low.join([to, value], node) : value, at: low.lineOf(node) });
  }
  return values[0] ?? low.text('', node);
}

function call(node: Node, scope: Scope): Expr {
  const { low, dialect } = scope;
  const receiver = childOf(node, 'receiver') ?? childOf(node, 'object') ?? childOf(node, 'scope');
  const method =
    childOf(node, 'method') ??
    childOf(node, 'name') ??
    childOf(node, 'function') ??
    (node.type === 'object_creation_expression' ? namedOf(node)[0] : undefined);
  const list =
    childOf(node, 'arguments') ?? node.children.find(({ type }) => /^(?:arguments|argument_list)$/.test(type));
  const isKeyword = /include|require|print_intrinsic/.test(node.type);
  const args = (isKeyword ? namedOf(node) : list ? namedOf(list) : []).map((arg) => valueOfAll(arg, scope));
  const block = childOf(node, 'block');
  if (block) args.push(valueOfAll(block, scope));
  const of = receiver && valueOfAll(receiver, scope);
  const names = [
    receiver && dialect.nameOf(receiver, low),
    method && (dialect.nameOf(method, low) ?? low.textOf(method)),
  ];
  const name = isKeyword
    ? (node.children[0]?.type ?? '')
    : names.every((part, i) => part !== undefined || (i === 0 && !receiver))
      ? names.filter(Boolean).join('.')
      : undefined;
  const site = { low, node, steps: scope.steps };
  const known = name === undefined ? undefined : dialect.library(name, args, site);
  if (known) return known;
  const last = names[1]?.split('.').at(-1) ?? '';
  const byMethod = of && dialect.library(`*.${last}`, [of, ...args], site);
  if (byMethod) return byMethod;
  if (!method) return low.any(args, node);
  if (of) return low.call(low.member(of, names[1] ?? '', node), args, node);
  return low.call(valueOfAll(method, scope), args, node);
}

function string(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const parts = node.children.flatMap((child): Expr[] => {
    if (!child.isNamed || /^heredoc_(?:beginning|start|end)$/.test(child.type)) return [];
    if (/content|string_value|escape_sequence|nowdoc/.test(child.type) && namedOf(child).length === 0)
      return [low.text(unescaped(low.textOf(child)), child)];
    return [/heredoc_body/.test(child.type) ? string(child, scope) : valueOfAll(child, scope)];
  });
  if (parts.length > 0) return low.join(parts, node);
  return low.text(low.textOf(node).replace(/^["'`]|["'`]$/g, ''), node);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\x1b', '0': '\0' };

const unescaped = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u\{?([0-9a-fA-F]{1,6})\}?|([0-7]{1,3})|(.))/gs,
    (_, hex, code, octal, sign) => {
      const number = (hex ?? code) ? Number.parseInt(hex ?? code, 16) : octal ? Number.parseInt(octal, 8) : undefined;
      return number === undefined ? (escapes[sign] ?? sign) : number <= 0x10ffff ? String.fromCodePoint(number) : '';
    },
  );

function binary(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const parts = namedOf(node).map((part) => valueOfAll(part, scope));
  const operator = node.children.find(({ isNamed }) => !isNamed)?.type ?? '';
  return /^(?:\+|\.|<<)$/.test(operator) ? low.join(parts, node) : low.any(parts, node);
}

function memberOf(node: Node, scope: Scope): Expr {
  const { low, dialect } = scope;
  const [of, key] = namedOf(node);
  if (!of) return low.text('', node);
  const owner = valueOfAll(of, scope);
  if (!key) return owner;
  const isName = /selector|access|scope/.test(node.type);
  const name = isName ? low.text(low.textOf(key).replace(/^\$/, ''), key) : valueOfAll(key, scope);
  const inEnvironment = dialect.library('[]', [owner, name], { low, node, steps: scope.steps });
  return inEnvironment ?? { is: 'member', of: owner, name, at: low.lineOf(node) };
}

function collection(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const at = low.lineOf(node);
  const body = childOf(node, 'body');
  const items = namedOf(body ?? node).filter(({ type }) => !/type$/.test(type));
  const entries = items.flatMap((item): [Expr, Expr][] => {
    const [key, held] = namedOf(item);
    return /^(?:pair|keyed_element|array_element_initializer)$/.test(item.type) && key && held
      ? [[low.text(low.textOf(key).replace(/^["':]+|(?<!["':])["':]+$/g, ''), key), valueOfAll(held, scope)]]
      : [];
  });
  if (entries.length > 0) return { is: 'record', entries, at };
  return { is: 'list', items: items.map((item) => valueOfAll(item, scope)), at };
}
