/** The words of a shell command, as expressions: quotes, expansions, braces, substitutions. */
import type { Expr } from '../program.ts';
import { type Node, namedOf } from '../tree.ts';
import type { Builder } from './builder.ts';
import { ansiUnescaped, braceExpanded, type Piece, unescaped, unescapedInQuotes } from './shellWords.ts';

/** The value of the statements within `$(…)`, backticks and `<(…)`. */
export type Substituted = (node: Node) => Expr;

/** `'split'` is white space that the word is cut at. */
type Part = Piece | Expr | 'split';
const isPiece = (part: Part): part is Piece => part !== 'split' && !('is' in part);

/** A word is several where braces or `$IFS` part it. */
export function wordsOf(node: Node, low: Builder, substituted: Substituted): Expr[] {
  const words: Part[][] = [[]];
  for (const part of partsOf(node, low, substituted)) {
    if (part === 'split') words.push([]);
    else words.at(-1)?.push(part);
  }
  return words
    .filter((parts, i) => parts.length > 0 || words.length === 1 || (i > 0 && i < words.length - 1))
    .flatMap((parts) => {
      if (parts.every(isPiece)) return braceExpanded(parts).map((text) => low.text(text, node));
      const exprs = parts.map((part) => (isPiece(part) ? low.text(part.text, node) : part));
      return [low.join(exprs as Expr[], node)];
    });
}

export const wordOf = (node: Node, low: Builder, substituted: Substituted): Expr => {
  const words = wordsOf(node, low, substituted);
  return words.length === 1 && words[0] ? words[0] : { is: 'list', items: words, at: low.lineOf(node) };
};

function partsOf(node: Node, low: Builder, substituted: Substituted): Part[] {
  const text = low.textOf(node);
  switch (node.type) {
    case 'raw_string':
      return [{ text: text.slice(1, -1), isQuoted: true }];
    case 'ansi_c_string':
      return [{ text: ansiUnescaped(text.slice(2, -1)), isQuoted: true }];
    case 'string':
    case 'translated_string':
      return [quoted(node, low, substituted)];
    case 'command_name':
    case 'concatenation':
      return low.deeper([], () => node.children.flatMap((child) => partsOf(child, low, substituted)));
    case 'simple_expansion':
    case 'expansion':
      // Unquoted, its value is white space whatever else: this is how spaces are hidden.
      if (/^\$\{?IFS(?:%+\?+|:\d.*)?\}?$/.test(text)) return ['split'];
      return [expansion(node, low, substituted)];
    case 'command_substitution':
    case 'process_substitution':
      return [substituted(node)];
    case 'brace_expression':
      return [{ text, isQuoted: false }];
    case '$':
      return [];
    case 'arithmetic_expansion':
    case 'array':
      return [low.any(insideOf(node, low, substituted), node)];
    default:
      return [{ text: unescaped(text), isQuoted: /\\/.test(text) }];
  }
}

/** All that is expanded within, whatever is done with it. */
export function insideOf(node: Node, low: Builder, substituted: Substituted): Expr[] {
  return low.deeper<Expr[]>([], () =>
    namedOf(node).flatMap((child) => {
      if (wordTypes.has(child.type)) return wordsOf(child, low, substituted);
      return child.type === 'number' ? [] : insideOf(child, low, substituted);
    }),
  );
}

export const wordTypes = new Set(
  (
    'word string raw_string ansi_c_string translated_string concatenation simple_expansion expansion ' +
    'command_substitution process_substitution brace_expression arithmetic_expansion number'
  ).split(' '),
);

/** A double-quoted string, or the body of a heredoc: what lies between the nodes is its text. */
export function quoted(node: Node, low: Builder, substituted: Substituted, clean = unescapedInQuotes): Expr {
  return low.deeper(low.text('', node), () => {
    const isString = node.type === 'string' || node.type === 'translated_string';
    const inner = node.type === 'translated_string' ? (namedOf(node)[0] ?? node) : node;
    const parts: Expr[] = [];
    let at = inner.start + (isString ? 1 : 0);
    const end = inner.end - (isString && /"$/.test(low.textOf(inner)) ? 1 : 0);
    const textUntil = (until: number) => {
      if (until > at) parts.push(low.text(clean(low.slice(at, until)), node));
    };
    for (const child of namedOf(inner)) {
      if (!/expansion|substitution/.test(child.type)) continue;
      // The grammar counts white space before an expansion to it.
      textUntil(child.start + (/^\s*/.exec(low.textOf(child))?.[0].length ?? 0));
      parts.push(/expansion/.test(child.type) ? expansion(child, low, substituted) : substituted(child));
      at = child.end;
    }
    textUntil(end);
    return low.join(parts, node);
  });
}

/** `$x`, `${x:-default}`, `${x:1:2}`, `${x//a/b}`, `${x[0]}`, … */
function expansion(node: Node, low: Builder, substituted: Substituted): Expr {
  if (node.type === 'arithmetic_expansion') return low.any(insideOf(node, low, substituted), node);
  const [first] = namedOf(node);
  const variable = first && variableOf(first, low, substituted);
  if (!variable) return low.text('', node);
  const operator = node.children.find(({ field }) => field === 'operator');
  if (!operator) return variable;
  const sign = low.textOf(operator);
  // `${#x}` is its length, `${!x}` the variable that it names.
  if (operator.start < (first?.start ?? 0)) return sign === '#' ? low.any([], node) : low.any([variable], node);
  const operands = namedOf(node).slice(1);
  const values = operands
    .filter(({ field }) => field !== 'operator')
    .map((operand) => low.deeper(low.text('', node), () => wordOf(operand, low, substituted)));
  const does = (method: string, args: Expr[]) => low.call(low.member(variable, method, node), args, node);
  switch (sign) {
    case ':-':
    case '-':
    case ':=':
    case '=':
      return { is: 'any', of: [variable, ...values], at: low.lineOf(node) };
    case ':+':
    case '+':
      return low.any(values, node);
    case ':':
      return does('substr', values);
    case '/':
      return does('replace', [values[0] ?? low.text('', node), values[1] ?? low.text('', node)]);
    case '//':
      return does('replaceAll', [values[0] ?? low.text('', node), values[1] ?? low.text('', node)]);
    case '^^':
      return does('toUpperCase', []);
    case ',,':
      return does('toLowerCase', []);
    default:
      return low.any([variable], node);
  }
}

function variableOf(node: Node, low: Builder, substituted: Substituted): Expr | undefined {
  if (node.type !== 'subscript') return low.name(low.textOf(node), node);
  const [name, index] = namedOf(node);
  if (!name) return undefined;
  const list = low.name(low.textOf(name), name);
  if (!index || /^[@*]$/.test(low.textOf(index))) return list;
  return { is: 'member', of: list, name: wordOf(index, low, substituted), at: low.lineOf(node) };
}
