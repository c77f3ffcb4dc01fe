/** Lowers JavaScript and TypeScript. */
import type { Expr, Fn, Language, Lower, Step } from '../program.ts';
import { childOf, childrenOf, type Node, namedOf } from '../tree.ts';
import { classAs, lowering, name, nothing, number, oneOf, set, text } from './lowering.ts';
import { isType, scriptExpressions } from './scriptExpressions.ts';

export const lowerJavaScript = lowerAs('javascript');
export const lowerTypeScript = lowerAs('typescript');
export const lowerTsx = lowerAs('tsx');

function lowerAs(language: Language): Lower {
  return (tree, path, firstLine) => {
    const from = lowering(tree, firstLine);
    /** What an expression sets on its way, before the statement that it is in. */
    let pending: Step[] = [];
    let temporaries = 0;
    const { expression, keyOf } = scriptExpressions(from, {
      functionOf: (node) => functionOf(node),
      classOf: (node, className) => classOf(node, className),
      setTo: (target, value) => setTo(target, value),
      temporary: (at) => temporary(at),
      before: (...steps) => pending.push(...steps),
    });

    const block = (node: Node | undefined): Step[] => {
      const all = node ? namedOf(node) : [];
      const isFirst = ({ type }: Node) => type.endsWith('function_declaration');
      return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))].flatMap(statement);
    };

    function statement(node: Node): Step[] {
      const outer = pending;
      pending = [];
      const steps = from.deeper(() => statementOf(node), []);
      const all = [...pending, ...steps];
      pending = outer;
      return all;
    }

    function statementOf(node: Node): Step[] {
      const at = from.at(node);
      switch (node.type) {
        case 'expression_statement':
        case 'throw_statement':
          return namedOf(node).flatMap(runOf);
        case 'lexical_declaration':
        case 'variable_declaration':
          return namedOf(node).flatMap(declared);
        case 'function_declaration':
        case 'generator_function_declaration':
          return [{ does: 'define', name: from.text(childOf(node, 'name')), fn: functionOf(node), at }];
        case 'class_declaration':
        case 'abstract_class_declaration':
          return [classOf(node, from.text(childOf(node, 'name')))];
        case 'import_statement':
          return importsOf(node);
        case 'export_statement':
          return exportsOf(node);
        case 'if_statement': {
          const branches = [branch(childOf(node, 'consequence')), branch(childOf(node, 'alternative'))];
          return [...maybeRun(childOf(node, 'condition')), { does: 'maybe', branches, at }];
        }
        case 'for_in_statement': {
          const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
          const steps = branch(childOf(node, 'body'));
          if (!left || !right) return [{ does: 'maybe', branches: [steps], at }];
          const isOver = from.text(childOf(node, 'operator')) === 'of';
          if (!isOver)
            return [{ does: 'maybe', branches: [[...setTo(left, oneOf(expression(right), at)), ...steps]], at }];
          const target = temporary(at);
          return [{ does: 'loop', target, of: expression(right), steps: [...setTo(left, target), ...steps], at }];
        }
        case 'for_statement':
        case 'while_statement':
        case 'do_statement': {
          const head = ['initializer', 'condition', 'increment'].flatMap((field) => {
            const part = childOf(node, field);
            return part ? (/statement|declaration/.test(part.type) ? statement(part) : runOf(part)) : [];
          });
          return [...head, { does: 'maybe', branches: [branch(childOf(node, 'body'))], at }];
        }
        case 'try_statement': {
          const handler = childOf(node, 'handler');
          const branches = [block(childOf(node, 'body')), ...(handler ? [block(childOf(handler, 'body'))] : [])];
          const last = childOf(node, 'finalizer');
          return [{ does: 'maybe', branches, at }, ...block(last && childOf(last, 'body'))];
        }
        case 'switch_statement': {
          const cases = childOf(node, 'body');
          const branches = (cases ? namedOf(cases) : []).map((one) => childrenOf(one, 'body').flatMap(statement));
          return [...maybeRun(childOf(node, 'value')), { does: 'maybe', branches, at }];
        }
        case 'return_statement': {
          const [value] = namedOf(node);
          return [{ does: 'give', value: value ? expression(value) : nothing(at), at }];
        }
        case 'statement_block':
        case 'program':
        case 'else_clause':
        case 'labeled_statement':
        case 'internal_module':
        case 'ambient_declaration':
          return block(node);
        default:
          if (isType(node)) return [];
          return node.type === 'ERROR'
            ? namedOf(node).flatMap((one) => (isStatement(one) ? statement(one) : runOf(one)))
            : runOf(node);
      }
    }

    const isStatement = ({ type }: Node) => /_(?:statement|declaration)$|^statement_block$/.test(type);
    const branch = (node: Node | undefined): Step[] => (node ? statement(node) : []);
    const maybeRun = (node: Node | undefined): Step[] => (node ? runOf(node) : []);

    function runOf(node: Node): Step[] {
      const value = expression(node);
      return value.is === 'name' || value.is === 'text' ? [] : [{ does: 'run', value, at: from.at(node) }];
    }

    function declared(node: Node): Step[] {
      const [target, value] = [childOf(node, 'name'), childOf(node, 'value')];
      if (!target) return [];
      return setTo(target, value ? expression(value) : nothing(from.at(node)));
    }

    /** Sets what a pattern names to parts of a value. */
    function setTo(target: Node, value: Expr): Step[] {
      const at = from.at(target);
      return from.deeper((): Step[] => {
        switch (target.type) {
          case 'object_pattern': {
            const whole = temporary(at);
            const parts = namedOf(target).flatMap((part) => fieldOf(part, whole));
            return [set(whole, value, at), ...parts];
          }
          case 'array_pattern': {
            const whole = temporary(at);
            const parts = namedOf(target).flatMap((part, index) =>
              setTo(part, { is: 'member', of: whole, name: number(String(index), at), at }),
            );
            return [set(whole, value, at), ...parts];
          }
          case 'assignment_pattern':
          case 'object_assignment_pattern': {
            const [left, right] = [childOf(target, 'left'), childOf(target, 'right')];
            return left && right ? setTo(left, { is: 'any', of: [value, expression(right)], at }) : [];
          }
          case 'rest_pattern':
          case 'parenthesized_expression':
          case 'non_null_expression':
          case 'as_expression': {
            const [inner] = namedOf(target);
            return inner ? setTo(inner, value) : [];
          }
          case 'variable_declarator':
            return setTo(childOf(target, 'name') ?? target, value);
          case 'lexical_declaration':
          case 'variable_declaration':
            return namedOf(target).flatMap((one) => setTo(one, value));
          case 'shorthand_property_identifier_pattern':
            return [set(name(from.text(target), at), value, at)];
          default:
            return [set(expression(target), value, at)];
        }
      }, []);
    }

    function fieldOf(part: Node, whole: Expr): Step[] {
      const at = from.at(part);
      if (part.type === 'pair_pattern') {
        const [key, value] = [childOf(part, 'key'), childOf(part, 'value')];
        return key && value ? setTo(value, { is: 'member', of: whole, name: keyOf(key), at }) : [];
      }
      if (part.type === 'rest_pattern') return setTo(part, whole);
      const bound = part.type === 'object_assignment_pattern' ? childOf(part, 'left') : part;
      return setTo(part, { is: 'member', of: whole, name: text(from.text(bound), at), at });
    }

    const temporary = (at: number): Expr => {
      temporaries += 1;
      return name(`#${temporaries}`, at);
    };

    function importsOf(node: Node): Step[] {
      const at = from.at(node);
      const required = namedOf(node).find(({ type }) => type === 'import_require_clause');
      const source = from.text(childOf(required ?? node, 'source')).slice(1, -1);
      const step = (imported: string, as: string): Step => ({ does: 'import', from: source, name: imported, as, at });
      if (required) return [step('', from.text(namedOf(required)[0]))];
      const clause = namedOf(node).find(({ type }) => type === 'import_clause');
      if (!clause) return [step('', '')];
      return namedOf(clause).flatMap((one): Step[] => {
        // What a module gives as its default is nearly always the module itself.
        if (one.type === 'identifier') return [step('', from.text(one))];
        if (one.type === 'namespace_import') return [step('', from.text(namedOf(one)[0]))];
        return namedOf(one).map((each) => {
          const imported = from.text(childOf(each, 'name'));
          return step(imported === 'default' ? '' : imported, from.text(childOf(each, 'alias')) || imported);
        });
      });
    }

    function exportsOf(node: Node): Step[] {
      const at = from.at(node);
      const exported = (as: string, value: Expr) =>
        set({ is: 'member', of: name('exports', at), name: text(as, at), at }, value, at);
      const declaration = childOf(node, 'declaration');
      if (declaration) {
        const steps = statement(declaration);
        const bound = steps.flatMap((step) =>
          step.does === 'define'
            ? [step.name]
            : step.does === 'set' && step.target.is === 'name'
              ? [step.target.name]
              : [],
        );
        return [...steps, ...bound.filter((one) => !one.startsWith('#')).map((one) => exported(one, name(one, at)))];
      }
      const value = childOf(node, 'value');
      if (value) return [exported('default', expression(value))];
      return namedOf(node)
        .filter(({ type }) => type === 'export_clause')
        .flatMap(namedOf)
        .map((one) => {
          const own = from.text(childOf(one, 'name'));
          return exported(from.text(childOf(one, 'alias')) || own, name(own, at));
        });
    }

    function functionOf(node: Node): Fn {
      const outer = pending;
      pending = [];
      const given = childOf(node, 'parameters') ?? childOf(node, 'parameter');
      const first: Step[] = [];
      const params = (given?.type === 'formal_parameters' ? namedOf(given) : given ? [given] : []).map((one, index) => {
        const pattern = childOf(one, 'pattern') ?? one;
        if (pattern.type === 'identifier' && !childOf(one, 'value')) return from.text(pattern);
        if (pattern.type === 'rest_pattern') return `*${from.text(namedOf(pattern)[0])}`;
        const bound = `#${index}`;
        const value = childOf(one, 'value');
        const at = from.at(one);
        const whole = name(bound, at);
        first.push(...setTo(pattern, value ? { is: 'any', of: [whole, expression(value)], at } : whole));
        return bound;
      });
      const body = childOf(node, 'body');
      const steps = body?.type === 'statement_block' ? block(body) : body ? bodyOf(body) : [];
      pending = outer;
      return { params, steps: [...first, ...steps], ...(node.type !== 'arrow_function' && { self: 'this' }) };
    }

    function bodyOf(body: Node): Step[] {
      const value = expression(body);
      return [...pending, { does: 'give', value, at: from.at(body) }];
    }

    function classOf(node: Node, className: string): Step {
      const at = from.at(node);
      const methods: [Expr, Expr][] = [];
      const fields: Step[] = [];
      for (const one of namedOf(childOf(node, 'body') ?? { ...node, children: [] })) {
        if (one.type === 'method_definition') {
          const key = childOf(one, 'name');
          methods.push([key ? keyOf(key) : nothing(at), { is: 'function', fn: functionOf(one), at: from.at(one) }]);
        } else {
          const [key, value] = [childOf(one, 'property') ?? childOf(one, 'name'), childOf(one, 'value')];
          if (key && value)
            fields.push(
              set({ is: 'member', of: name('this', at), name: keyOf(key), at }, expression(value), from.at(one)),
            );
        }
      }
      const above = namedOf(node)
        .filter(({ type }) => type === 'class_heritage')
        .flatMap((one) => namedOf(namedOf(one)[0]?.type === 'extends_clause' ? (namedOf(one)[0] ?? one) : one));
      return classAs(className, {
        self: 'this',
        above: above.filter((one) => !isType(one)).map(expression),
        methods,
        fields,
        maker: 'constructor',
        at,
      });
    }

    const steps = block(tree.root);
    return { path, language, steps, isWhole: from.isWhole() };
  };
}
