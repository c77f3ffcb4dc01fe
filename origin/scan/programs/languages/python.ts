/** Lowers Python. */
import type { Expr, Fn, Lower, Step } from '../program.ts';
import { childOf, childrenOf, type Node, namedOf } from '../tree.ts';
import { call, classAs, lowering, name, nothing, set, text } from './lowering.ts';
import { operator, pythonExpressions } from './pythonExpressions.ts';

export const lowerPython: Lower = (tree, path, firstLine) => {
  const from = lowering(tree, firstLine);
  const globals: Set<string>[] = [];
  const { expression, sequence } = pythonExpressions(from, {
    functionOf: (node) => functionOf(node),
    target: (node) => target(node),
  });

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
        const steps = block(childOf(node, 'body'));
        if (!left || !right) return [{ does: 'maybe', branches: [steps], at }];
        return [{ does: 'loop', target: target(left), of: expression(right), steps, at }];
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

  const steps = block(tree.root);
  return { path, language: 'python', steps, isWhole: from.isWhole() };
};
