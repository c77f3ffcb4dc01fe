/** Commands of PowerShell: by their full names, and as what they do. */
import type { Expr } from '../program.ts';
import { childOf, type Node, namedOf } from '../tree.ts';
import type { Builder } from './builder.ts';
import type { Scope } from './powershellScope.ts';

const aliases: Readonly<Record<string, string>> = {
  'invoke-expression': 'iex',
  'invoke-webrequest': 'iwr',
  'invoke-restmethod': 'irm',
  gc: 'get-content',
  type: 'get-content',
  sc: 'set-content',
  ac: 'add-content',
  saps: 'start-process',
  start: 'start-process',
  '%': 'foreach-object',
  foreach: 'foreach-object',
  '?': 'where-object',
  where: 'where-object',
  icm: 'invoke-command',
  ni: 'new-item',
  sp: 'set-itemproperty',
};

export function commandOf(node: Node, input: Expr | undefined, scope: Scope): Expr {
  const { low, steps } = scope;
  const each = node.children.find(({ type }) => type === 'foreach_command');
  const nameNode = childOf(node, 'command_name') ?? each?.children[0];
  const elements = (each ?? node).children
    .filter(({ field }) => field === 'command_elements')
    .flatMap((child) => (child.type === 'command_elements' ? namedOf(child) : [child]));
  const words = elements
    .filter(({ type }) => !/command_argument_sep|redirection/.test(type))
    .map((word) => scope.value(word, scope));
  const operator = namedOf(node).find(({ type }) => type === 'command_invokation_operator');
  if (!nameNode) return low.any(words, node);
  const written =
    nameNode.type === 'command_name_expr'
      ? scope.value(nameNode, scope)
      : low.text(low.textOf(nameNode).replaceAll('`', ''), node);
  // `& $x` runs what it holds, a name or a block.
  if (operator && written.is !== 'text')
    return low.any(
      [low.call(written, words, node), low.command([low.text('iex', node), written, ...words], input, node)],
      node,
    );
  const said = written.is === 'text' ? written.text.toLowerCase() : '';
  const name = aliases[said] ?? said;
  const blocks = words.filter((word) => word.is === 'function');
  if (blocks.length > 0)
    return low.any(
      blocks.map((one) => low.call(one, input ? [input] : [], node)),
      node,
    );
  if (name === 'start-process') return low.command(startedBy(words, low, node), input, node);
  if (operator && low.textOf(operator) === '.')
    return low.command([low.text('source', node), written, ...words], input, node);
  if (name === 'new-object') return low.call(low.name(textOf(words[0]).toLowerCase(), node), words.slice(1), node);
  if (/^(?:set|new)-itemproperty$/.test(name)) {
    const to = optionOf(words, 'path') ?? words.find((word) => word.is !== 'text' || !word.text.startsWith('-'));
    if (to)
      steps.push({
        does: 'write',
        to,
        value: optionOf(words, 'value') ?? low.text('', node),
        append: false,
        at: low.lineOf(node),
      });
  }
  return low.command([name === '' ? written : low.text(name, node), ...words.map(unlisted)], input, node);
}

export const textOf = (word: Expr | undefined): string => (word?.is === 'text' ? word.text : '');
const unlisted = (word: Expr): Expr =>
  word.is === 'list' && word.items.length === 1 && word.items[0] ? word.items[0] : word;

/** The value of an option, by the start of its name. */
function optionOf(words: readonly Expr[], option: string): Expr | undefined {
  const at = words.findIndex((word) => textOf(word).length > 1 && `-${option}`.startsWith(textOf(word).toLowerCase()));
  return at === -1 ? undefined : words[at + 1];
}

/** `Start-Process file -ArgumentList a, b` is `file a b`. */
function startedBy(words: readonly Expr[], low: Builder, node: Node): Expr[] {
  const program =
    optionOf(words, 'filepath') ?? words.find((word) => !textOf(word).startsWith('-')) ?? low.text('', node);
  const args =
    optionOf(words, 'argumentlist') ?? words.filter((word) => !textOf(word).startsWith('-') && word !== program)[0];
  const items = args?.is === 'list' ? args.items : args ? [args] : [];
  return [
    program,
    ...items.flatMap((item): Expr[] =>
      item.is === 'text' ? item.text.split(/\s+/).map((text) => ({ ...item, text })) : [item],
    ),
  ];
}
