/** Lowers Python. */
import type { Expr, Fn, Lower, Step } from '../program.ts';
import { childOf, childrenOf, type Node, namedOf } from '../tree.ts';
import { call, classAs, lowering, name, nothing, number, oneOf, set, text } from './lowering.ts';
import { unescaped } from './strings.ts';

export const lowerPython: Lower = (tree, path, firstLine) => {
  const from = lowering(tree, firstLine);
  const globals: Set<string>[] = [];

  const block = (node: Node | undefined): Step[] => (node ? namedOf(node).flatMap(statement) : []);

  const statement = (node: Node): Step[] => from.deeper(() => statementOf(node), []);

  function statementOf(node: Node): Step[] {
    const at = from.at(node);
    switch (node.type) {
      case 'expression_statement':
        return namedOf(node).flatMap((inner) => (isSetting(inner) ? setting(inner) : [run(inner)]));
      case 'import_statement':
        return childrenOf(node, 'name').map((one) => importOf(from.text(childOf(one, 'name') ?? one), '', one));
      case 'import_from_statement':
        return importsFrom(node);
      case 'function_definition':
        return [{ does: 'define', name: from.text(childOf(node, 'name')), fn: functionOf(node), at }];
      case 'class_definition':
        return [classOf(node)];
      case 'decorated_definition':
        return [
          ...namedOf(node)
            .filter(({ type }) => type === 'decorator')
            .flatMap((one) => namedOf(one).map(run)),
          ...block({ ...node, children: childrenOf(node, 'definition') }),
        ];
      case 'if_statement':
      case 'elif_clause': {
        const condition = childOf(node, 'condition');
        const branches = [block(childOf(node, 'consequence')), ...childrenOf(node, 'alternative').map(statement)];
        return [...(condition ? [run(condition)] : []), { does: 'maybe', branches, at }];
      }
      case 'else_clause':
      case 'finally_clause':
        return namedOf(node).flatMap((inner) => (inner.type === 'block' ? block(inner) : statement(inner)));
      case 'for_statement': {
        const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
        const head = left && right ? [set(target(left), oneOf(expression(right), at), at)] : [];
        return [{ does: 'maybe', branches: [[...head, ...block(childOf(node, 'body'))]], at }];
      }
      case 'while_statement': {
        const condition = childOf(node, 'condition');
        const branches = [block(childOf(node, 'body')), ...childrenOf(node, 'alternative').map(statement)];
        return [...(condition ? [run(condition)] : []), { does: 'maybe', branches, at }];
      }
      case 'try_statement': {
        const parts = namedOf(node);
        const isLast = ({ type }: Node) => type === 'finally_clause';
        const branches = parts
          .filter((part) => !isLast(part))
          .map((part) => (part.type === 'block' ? block(part) : clause(part)));
        return [{ does: 'maybe', branches, at }, ...parts.filter(isLast).flatMap(statement)];
      }
      case 'with_statement':
        return [
          ...namedOf(node)
            .filter(({ type }) => type === 'with_clause')
            .flatMap(withItems),
          ...block(childOf(node, 'body')),
        ];
      case 'return_statement':
        return [{ does: 'give', value: sequence(namedOf(node), at), at }];
      case 'global_statement':
      case 'nonlocal_statement':
        for (const one of namedOf(node)) globals.at(-1)?.add(from.text(one));
        return [];
      case 'match_statement':
        return [
          ...namedOf(node)
            .filter(({ type }) => type !== 'block')
            .map(run),
          ...block(childOf(node, 'body')),
        ];
      case 'case_clause':
        return [{ does: 'maybe', branches: [block(childOf(node, 'consequence'))], at }];
      case 'exec_statement': {
        const code = childOf(node, 'code');
        return code ? [{ does: 'run', value: call(name('exec', at), [expression(code)], at), at }] : [];
      }
      case 'block':
      case 'module':
        return block(node);
      case 'comment':
      case 'pass_statement':
      case 'break_statement':
      case 'continue_statement':
        return [];
      default:
        return node.type === 'ERROR' ? namedOf(node).flatMap(isStatement) : namedOf(node).map(run);
    }
  }

  const isStatement = (node: Node): Step[] =>
    /_statement$|_definition$|^block$/.test(node.type)
      ? statement(node)
      : isSetting(node)
        ? setting(node)
        : [run(node)];

  const clause = (node: Node): Step[] => namedOf(node).flatMap((inner) => (inner.type === 'block' ? block(inner) : []));

  const run = (node: Node): Step => ({ does: 'run', value: expression(node), at: from.at(node) });

  const isSetting = ({ type }: Node): boolean => type === 'assignment' || type === 'augmented_assignment';

  function setting(node: Node): Step[] {
    const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
    if (!left || !right) return [];
    const at = from.at(node);
    if (node.type === 'augmented_assignment') {
      const sign = from.text(childOf(node, 'operator')).replace(/=$/, '');
      return [set(target(left), operator(sign, expression(left), expression(right), at), at)];
    }
    if (!isSetting(right)) return [set(target(left), expression(right), at)];
    const inner = childOf(right, 'left');
    return [...setting(right), ...(inner ? [set(target(left), expression(inner), at)] : [])];
  }

  function target(node: Node): Expr {
    const at = from.at(node);
    if (node.type === 'identifier') {
      const given = from.text(node);
      return name(globals.at(-1)?.has(given) ? `::${given}` : given, at);
    }
    if (/^(?:pattern_list|tuple_pattern|list_pattern|tuple|list|expression_list)$/.test(node.type))
      return { is: 'list', items: namedOf(node).map((one) => from.deeper(() => target(one), nothing(at))), at };
    if (
      node.type === 'list_splat_pattern' ||
      node.type === 'as_pattern_target' ||
      node.type === 'parenthesized_expression'
    ) {
      const [inner] = namedOf(node);
      return inner ? from.deeper(() => target(inner), nothing(at)) : nothing(at);
    }
    return expression(node);
  }

  function importOf(module: string, imported: string, node: Node): Step {
    const alias = from.text(childOf(node, 'alias'));
    const own = imported || module;
    // `import a.b` binds `a`.
    const bound = alias || (imported ? imported : (module.split('.')[0] ?? ''));
    return {
      does: 'import',
      from: alias || imported ? module : bound,
      name: imported ? own : '',
      as: bound,
      at: from.at(node),
    };
  }

  function importsFrom(node: Node): Step[] {
    const module = from.text(childOf(node, 'module_name'));
    if (node.children.some(({ type }) => type === 'wildcard_import'))
      return [{ does: 'import', from: module, name: '*', as: '*', at: from.at(node) }];
    return childrenOf(node, 'name').map((one) => importOf(module, from.text(childOf(one, 'name') ?? one), one));
  }

  function withItems(node: Node): Step[] {
    return namedOf(node).flatMap((item): Step[] => {
      const value = childOf(item, 'value') ?? item;
      if (value.type !== 'as_pattern') return [run(value)];
      const [opened, alias] = namedOf(value);
      return opened && alias ? [set(target(alias), expression(opened), from.at(value))] : [];
    });
  }

  function functionOf(node: Node): Fn {
    globals.push(new Set());
    const { params, first } = parameters(childOf(node, 'parameters'));
    const body = childOf(node, 'body');
    const steps =
      body?.type === 'block'
        ? block(body)
        : body
          ? [{ does: 'give', value: expression(body), at: from.at(body) } as Step]
          : [];
    globals.pop();
    return { params, steps: [...first, ...steps] };
  }

  /** Names, and what sets those that have a default. */
  function parameters(node: Node | undefined): { params: string[]; first: Step[] } {
    const first: Step[] = [];
    const params = (node ? namedOf(node) : []).map((one) => {
      const [own] = one.type === 'identifier' ? [one] : [childOf(one, 'name') ?? namedOf(one)[0]];
      const bound = from.text(own).replace(/^\*+/, '');
      const value = childOf(one, 'value');
      const at = from.at(one);
      if (value) first.push(set(name(bound, at), { is: 'any', of: [name(bound, at), expression(value)], at }, at));
      return one.type.includes('splat') || own?.type.includes('splat') ? `*${bound}` : bound;
    });
    return { params, first };
  }

  function classOf(node: Node): Step {
    const at = from.at(node);
    const methods: [Expr, Expr][] = [];
    const fields: Step[] = [];
    for (const one of namedOf(childOf(node, 'body') ?? node)) {
      const inner = one.type === 'decorated_definition' ? childOf(one, 'definition') : one;
      if (inner?.type === 'function_definition') {
        const fn = functionOf(inner);
        const isStatic = from.text(one).startsWith('@staticmethod');
        const [own = 'self', ...params] = fn.params;
        const method: Fn = isStatic ? fn : { ...fn, self: own, params };
        methods.push([text(from.text(childOf(inner, 'name')), at), { is: 'function', fn: method, at: from.at(inner) }]);
      } else if (one !== childOf(node, 'body')) {
        for (const step of statement(one)) {
          const isName = step.does === 'set' && step.target.is === 'name';
          fields.push(step);
          if (isName && step.target.is === 'name')
            fields.push(
              set({ is: 'member', of: name('self', at), name: text(step.target.name, at), at }, step.target, at),
            );
        }
      }
    }
    const above = namedOf(childOf(node, 'superclasses') ?? { ...node, children: [] });
    return classAs(from.text(childOf(node, 'name')), {
      self: 'self',
      above: above.filter(({ type }) => type !== 'keyword_argument').map(expression),
      methods,
      fields,
      maker: '__init__',
      at,
    });
  }

  const expression = (node: Node): Expr => from.deeper(() => expressionOf(node), nothing(from.at(node)));

  const sequence = (nodes: Node[], at: number): Expr =>
    nodes.length === 1 && nodes[0] ? expression(nodes[0]) : { is: 'list', items: nodes.map(expression), at };

  function expressionOf(node: Node): Expr {
    const at = from.at(node);
    switch (node.type) {
      case 'identifier':
        return name(from.text(node), at);
      case 'string':
        return stringOf(node);
      case 'concatenated_string':
        return { is: 'join', parts: namedOf(node).map(expression), at };
      case 'integer':
      case 'float':
        return number(numberOf(from.text(node)), at);
      case 'true':
      case 'false':
      case 'none':
      case 'ellipsis':
        return nothing(at);
      case 'call':
        return callOf(node);
      case 'attribute':
        return { is: 'member', of: inner(node, 'object'), name: text(from.text(childOf(node, 'attribute')), at), at };
      case 'subscript':
        return subscriptOf(node);
      case 'binary_operator':
        return binary(node);
      case 'unary_operator': {
        const argument = inner(node, 'argument');
        const isNegative = argument.is === 'text' && from.text(node).startsWith('-');
        return isNegative && argument.is === 'text' ? number(`-${argument.text}`, at) : argument;
      }
      case 'lambda':
        return { is: 'function', fn: functionOf(node), at };
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
        return { is: 'list', items: namedOf(node).map(expression), at };
      case 'dictionary':
        return dictionary(node);
      case 'list_comprehension':
      case 'set_comprehension':
      case 'generator_expression':
      case 'dictionary_comprehension':
        return comprehension(node);
      case 'pair':
        return { is: 'list', items: namedOf(node).map(expression), at };
      case 'parenthesized_expression':
      case 'await':
      case 'list_splat':
      case 'dictionary_splat':
      case 'interpolation': {
        const [first] = namedOf(node);
        return first ? expression(first) : nothing(at);
      }
      case 'named_expression':
        return inner(node, 'value');
      case 'keyword_argument':
        return inner(node, 'value');
      default:
        return { is: 'any', of: namedOf(node).map(expression), at };
    }
  }

  const inner = (node: Node, field: string): Expr => {
    const child = childOf(node, field);
    return child ? expression(child) : nothing(from.at(node));
  };

  function callOf(node: Node): Expr {
    const at = from.at(node);
    const given = childOf(node, 'arguments');
    const all = given?.type === 'generator_expression' ? [given] : given ? namedOf(given) : [];
    const isNamed = ({ type }: Node) => type === 'keyword_argument';
    const args = all.filter((one) => !isNamed(one)).map(expression);
    const named = Object.fromEntries(
      all.filter(isNamed).map((one) => [from.text(childOf(one, 'name')), inner(one, 'value')]),
    );
    return { is: 'call', of: inner(node, 'function'), args, ...(all.some(isNamed) && { named }), at };
  }

  function subscriptOf(node: Node): Expr {
    const at = from.at(node);
    const of = inner(node, 'value');
    const [index] = childrenOf(node, 'subscript');
    if (index?.type !== 'slice') return { is: 'member', of, name: index ? expression(index) : nothing(at), at };
    const bounds: Expr[] = [nothing(at), nothing(at), nothing(at)];
    let position = 0;
    for (const part of index.children) {
      if (part.type === ':') position += 1;
      else if (part.isNamed && position < 3) bounds[position] = expression(part);
    }
    return call(name('slice()', at), [of, ...bounds], at);
  }

  /** A long sum nests as deep as it has parts: it is walked down its left side. */
  function binary(node: Node): Expr {
    const rights: { sign: string; right: Node; at: number }[] = [];
    let left: Node | undefined = node;
    while (left?.type === 'binary_operator') {
      const right = childOf(left, 'right');
      if (right) rights.push({ sign: from.text(childOf(left, 'operator')), right, at: from.at(left) });
      left = childOf(left, 'left');
    }
    const first = left ? expression(left) : nothing(from.at(node));
    return rights.reduceRight((sum, { sign, right, at }) => operator(sign, sum, expression(right), at), first);
  }

  function stringOf(node: Node): Expr {
    const at = from.at(node);
    const prefix = from.text(node.children[0]).toLowerCase();
    const isRaw = prefix.includes('r');
    const parts = namedOf(node).flatMap((part): Expr[] => {
      if (part.type === 'interpolation') return [expression(part)];
      if (part.type !== 'string_content') return [];
      const content = from.text(part);
      const plain = prefix.includes('f') ? content.replaceAll('{{', '{').replaceAll('}}', '}') : content;
      return [text(isRaw ? plain : unescaped(plain, 'python'), from.at(part))];
    });
    const [only] = parts;
    if (parts.length === 1 && only?.is === 'text') return { ...only, at };
    return parts.length === 0 ? text('', at) : { is: 'join', parts, at };
  }

  function dictionary(node: Node): Expr {
    const at = from.at(node);
    const entries = namedOf(node).map((pair): [Expr, Expr] => {
      const [key, value] = [childOf(pair, 'key'), childOf(pair, 'value')];
      return key && value ? [expression(key), expression(value)] : [nothing(at), expression(pair)];
    });
    return { is: 'record', entries, at };
  }

  function comprehension(node: Node): Expr {
    const at = from.at(node);
    const body = inner(node, 'body');
    return namedOf(node)
      .filter(({ type }) => type === 'for_in_clause')
      .reduceRight<Expr>((made, one) => {
        const left = childOf(one, 'left');
        return { is: 'each', target: left ? target(left) : nothing(at), of: inner(one, 'right'), body: made, at };
      }, body);
  }

  const steps = block(tree.root);
  return { path, language: 'python', steps, isWhole: from.isWhole() };
};

function operator(sign: string, left: Expr, right: Expr, at: number): Expr {
  if (sign === '+') {
    if (left.is !== 'join') return { is: 'join', parts: [left, right], at };
    left.parts.push(right);
    return left;
  }
  // Paths are joined with it; numbers that are divided are of no interest.
  if (sign === '/') return { is: 'call', of: name('os.path.join', at), args: [left, right], at };
  return call(name(`${sign}()`, at), [left, right], at);
}

const numberOf = (digits: string): string => {
  const value = Number(digits.replaceAll('_', ''));
  return Number.isNaN(value) ? digits : String(value);
};
