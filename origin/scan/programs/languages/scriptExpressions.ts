/** Lowers the expressions of JavaScript and TypeScript. */
import type { Expr, Fn, Step } from '../program.ts';
import { childOf, type Node, namedOf } from '../tree.ts';
import { call, type Lowering, name, nothing, number, text } from './lowering.ts';
import { unescaped } from './strings.ts';

interface Statements {
  functionOf(node: Node): Fn;
  classOf(node: Node, className: string): Step;
  setTo(target: Node, value: Expr): Step[];
  temporary(at: number): Expr;
  /** What an expression does on its way, before the statement that it is in. */
  before(...steps: Step[]): void;
}

export function scriptExpressions(from: Lowering, { functionOf, classOf, setTo, temporary, before }: Statements) {
  const expression = (node: Node): Expr => from.deeper(() => expressionOf(node), nothing(from.at(node)));

  const inner = (node: Node, field: string): Expr => {
    const child = childOf(node, field);
    return child ? expression(child) : nothing(from.at(node));
  };

  const keyOf = (node: Node): Expr => {
    if (node.type === 'computed_property_name') return expression(namedOf(node)[0] ?? node);
    return node.type === 'string' ? expression(node) : text(from.text(node), from.at(node));
  };

  function expressionOf(node: Node): Expr {
    const at = from.at(node);
    switch (node.type) {
      case 'identifier':
      case 'shorthand_property_identifier':
      case 'this':
      case 'super':
      case 'import':
        return name(from.text(node), at);
      case 'string':
      case 'template_string':
        return stringOf(node);
      case 'number': {
        const value = Number(from.text(node).replaceAll('_', ''));
        return number(Number.isNaN(value) ? from.text(node) : String(value), at);
      }
      case 'call_expression':
      case 'new_expression': {
        const given = childOf(node, 'arguments');
        const args = given ? (given.type === 'arguments' ? namedOf(given).map(expression) : [expression(given)]) : [];
        return call(inner(node, node.type === 'new_expression' ? 'constructor' : 'function'), args, at);
      }
      case 'member_expression':
        return { is: 'member', of: inner(node, 'object'), name: text(from.text(childOf(node, 'property')), at), at };
      case 'subscript_expression':
        return { is: 'member', of: inner(node, 'object'), name: inner(node, 'index'), at };
      case 'binary_expression':
        return binary(node);
      case 'assignment_expression':
      case 'augmented_assignment_expression':
        return assignment(node);
      case 'sequence_expression': {
        const parts = namedOf(node).map(expression);
        for (const value of parts.slice(0, -1)) before({ does: 'run', value, at });
        return parts.at(-1) ?? nothing(at);
      }
      case 'arrow_function':
      case 'function_expression':
      case 'generator_function':
        return { is: 'function', fn: functionOf(node), at };
      case 'class': {
        const made = temporary(at);
        if (made.is === 'name') before(classOf(node, made.name));
        return made;
      }
      case 'object':
        return objectOf(node);
      case 'array':
        return { is: 'list', items: namedOf(node).map(expression), at };
      case 'parenthesized_expression':
      case 'await_expression':
      case 'spread_element':
      case 'template_substitution':
      case 'non_null_expression':
      case 'as_expression':
      case 'satisfies_expression': {
        const [first] = namedOf(node);
        return first ? expression(first) : nothing(at);
      }
      case 'unary_expression': {
        const argument = inner(node, 'argument');
        const isNegative = argument.is === 'text' && argument.isNumber && from.text(node).startsWith('-');
        return isNegative && argument.is === 'text' ? number(`-${argument.text}`, at) : argument;
      }
      case 'regex':
        return nothing(at);
      default:
        return isType(node) ? nothing(at) : { is: 'any', of: namedOf(node).map(expression), at };
    }
  }

  /** A long sum nests as deep as it has parts: it is walked down its left side. */
  function binary(node: Node): Expr {
    const rights: { sign: string; right: Node; at: number }[] = [];
    let left: Node | undefined = node;
    while (left?.type === 'binary_expression') {
      const right = childOf(left, 'right');
      if (right) rights.push({ sign: from.text(childOf(left, 'operator')), right, at: from.at(left) });
      left = childOf(left, 'left');
    }
    const first = left ? expression(left) : nothing(from.at(node));
    return rights.reduceRight((sum, { sign, right, at }) => operator(sign, sum, expression(right), at), first);
  }

  function assignment(node: Node): Expr {
    const at = from.at(node);
    const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
    if (!left || !right) return nothing(at);
    const value = expression(right);
    const isMore = node.type === 'augmented_assignment_expression';
    const sign = from.text(childOf(node, 'operator')).replace(/=$/, '');
    before(...setTo(left, isMore ? operator(sign, expression(left), value, at) : value));
    return /_pattern$/.test(left.type) ? value : expression(left);
  }

  function stringOf(node: Node): Expr {
    const at = from.at(node);
    const parts = namedOf(node).map((part): Expr => {
      if (part.type === 'template_substitution') return expression(part);
      const piece = from.text(part);
      return text(part.type === 'escape_sequence' ? unescaped(piece, 'javascript') : piece, at);
    });
    if (parts.every((part) => part.is === 'text'))
      return text(parts.map((part) => (part.is === 'text' ? part.text : '')).join(''), at);
    return { is: 'join', parts, at };
  }

  function objectOf(node: Node): Expr {
    const at = from.at(node);
    const entries = namedOf(node).map((part): [Expr, Expr] => {
      const key = childOf(part, 'key') ?? childOf(part, 'name');
      if (part.type === 'method_definition' && key)
        return [keyOf(key), { is: 'function', fn: functionOf(part), at: from.at(part) }];
      if (part.type === 'pair' && key) return [keyOf(key), inner(part, 'value')];
      if (part.type === 'shorthand_property_identifier') return [text(from.text(part), at), expression(part)];
      return [nothing(at), expression(part)];
    });
    return { is: 'record', entries, at };
  }

  return { expression, keyOf };
}

export const isType = ({ type }: Node) => /^(?:interface|type_alias|enum)_|^type_|_type$/.test(type);

function operator(sign: string, left: Expr, right: Expr, at: number): Expr {
  if (sign === '+') {
    if (left.is !== 'join') return { is: 'join', parts: [left, right], at };
    left.parts.push(right);
    return left;
  }
  if (/^(?:\|\||&&|\?\?)$/.test(sign)) return { is: 'any', of: [left, right], at };
  return call(name(`${sign}()`, at), [left, right], at);
}
