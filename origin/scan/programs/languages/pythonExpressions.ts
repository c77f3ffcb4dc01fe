/** Lowers the expressions of Python. */
import type { Expr, Fn } from '../program.ts';
import { childOf, childrenOf, type Node, namedOf } from '../tree.ts';
import { call, type Lowering, name, nothing, number, text } from './lowering.ts';
import { unescaped } from './strings.ts';

interface Statements {
  functionOf(node: Node): Fn;
  target(node: Node): Expr;
}

export function pythonExpressions(from: Lowering, { functionOf, target }: Statements) {
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

  return { expression, sequence };
}

export function operator(sign: string, left: Expr, right: Expr, at: number): Expr {
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
