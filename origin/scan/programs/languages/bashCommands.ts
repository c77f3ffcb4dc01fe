/** Commands of a shell: those that run another, and builtins that change what follows. */
import type { Expr } from '../program.ts';
import { type Node, namedOf } from '../tree.ts';
import { redirectionsOf } from './bashRedirections.ts';
import type { Scope } from './bashScope.ts';
import { wordsOf, wordTypes } from './bashWords.ts';
import { nameOfProgram, wrappedBy } from './prefixes.ts';
import { ansiUnescaped, globbed } from './shellWords.ts';

/** Programs that run what they read where no file is named. */
const interpreters = /^(?:(?:ba|z|da|k)?sh|source|\.|python[\d.]*|perl|ruby|node|php|osascript|pwsh)$/;

/** What a command prints. `previous` is what stands before it, where the parser lost its way. */
export function commandOf(node: Node, scope: Scope, previous?: Node): Expr {
  const { low } = scope;
  scope.lower.statements(
    node.children.filter(({ type }) => type === 'variable_assignment'),
    scope,
  );
  const { input = scope.input, outputs } = redirectionsOf(node, scope);
  const inner: Scope = { ...scope, input };
  const [own = [], ...later] = rowsOf(namedOf(node).filter(isWord), scope);
  const value = runs(braced(own, previous, inner), inner, node);
  const apart: Scope = { ...scope, input: undefined };
  for (const row of later) {
    const [first = node] = row;
    scope.lower.output(runs(braced(row, undefined, apart), apart, first), apart, first);
  }
  for (const { to, isAppended } of outputs) {
    scope.steps.push({ does: 'write', to, value, append: isAppended, at: low.lineOf(node) });
  }
  return outputs.some(({ isErrors }) => !isErrors) ? low.text('', node) : value;
}

/** Before a redirection the grammar takes lines after a pipe for one command: each is one of its own. */
function rowsOf(words: readonly Node[], { low }: Scope): Node[][] {
  const rows: Node[][] = [];
  for (const [at, word] of words.entries()) {
    const gap = low.slice(words[at - 1]?.end ?? word.start, word.start);
    const isMore = at > 0 && !gap.replace(/\\\r?\n/g, '').includes('\n');
    if (isMore) rows.at(-1)?.push(word);
    else rows.push([word]);
  }
  return rows;
}

const isWord = ({ type, field }: Node): boolean =>
  type === 'command_name' || ((field === 'argument' || field === '') && wordTypes.has(type));

/** The words of a command. At its start the grammar takes braces for a group: `{a,b}` is put together again. */
function braced(nodes: readonly Node[], previous: Node | undefined, scope: Scope): Expr[] {
  const { low } = scope;
  const [first, ...rest] = nodes;
  const text = first ? low.textOf(first) : '';
  const isSplit = previous?.type === '{' && previous.end === first?.start && text.includes(',') && /^\S*\}$/.test(text);
  const substituted = withProcesses(scope);
  const words = rest.flatMap((word) => wordsOf(word, low, substituted));
  if (!first) return words;
  if (!isSplit) return [...named(wordsOf(first, low, substituted), scope), ...words];
  const parts = text.slice(0, -1).split(',');
  return [...parts.map((part) => low.text(part, first)), ...words];
}

/** `>(…)` reads what the command reads; its path is the word. */
function withProcesses(scope: Scope): (node: Node) => Expr {
  const substituted = scope.lower.substitutedIn(scope);
  return (node) => {
    if (node.type !== 'process_substitution' || !scope.low.textOf(node).startsWith('>')) return substituted(node);
    const [only] = namedOf(node);
    if (only) scope.steps.push({ does: 'run', value: scope.lower.outputOf(only, scope), at: scope.low.lineOf(node) });
    return scope.low.text('/dev/fd/63', node);
  };
}

/** The name of a program: patterns are looked up, and arguments that nothing gives are empty. */
function named(words: readonly Expr[], { isInFunction }: Scope): Expr[] {
  return words.map((word) => {
    if (word.is === 'text') return { ...word, text: globbed(word.text) ?? word.text };
    if (word.is !== 'join' || isInFunction) return word;
    const parts = word.parts.filter((part) => part.is !== 'name' || !/^[@*1-9]$/.test(part.name));
    if (!parts.every((part) => part.is === 'text')) return word;
    return { is: 'text', text: parts.map(({ text }) => text).join(''), at: word.at };
  });
}

const constant = (word: Expr | undefined): string | undefined => (word?.is === 'text' ? word.text : undefined);

function runs(words: readonly Expr[], scope: Scope, node: Node): Expr {
  const { low, input, steps } = scope;
  const at = low.lineOf(node);
  const [first, ...rest] = words;
  if (!first) return low.text('', node);
  const wrapped = wrappedBy(words.map(constant));
  if (wrapped) {
    if (wrapped.isProgram) steps.push({ does: 'run', value: low.command([first], undefined, node), at });
    return runs(fed(words, wrapped.inner, scope), scope, node);
  }
  const name = constant(first);
  const run = (given: readonly Expr[] = rest, program: Expr = first) => low.command([program, ...given], input, node);
  switch (name === undefined ? undefined : nameOfProgram(name)) {
    case '.':
      return fromProcess(rest, scope, node, low.text('source', node));
    case 'trap':
      return run(rest.slice(0, 1), low.text('eval', node));
    case 'alias':
      return aliased(rest, scope, node);
    case 'read':
    case 'mapfile':
    case 'readarray':
      for (const word of rest) {
        const variable = constant(word) ?? '';
        if (input && /^[A-Za-z_]\w*$/.test(variable)) {
          steps.push({ does: 'set', target: low.name(variable, node), value: input, at });
        }
      }
      return run();
    case 'echo':
      return run(echoed(rest));
    case 'printf':
      return printedBy(rest, scope, node);
    case 'find':
      return found(words, scope, node);
    case 'return':
    case 'exit':
      return low.text('', node);
    default:
      return interpreters.test(name ?? '') ? fromProcess(rest, scope, node, first) : run();
  }
}

/** The command that `xargs` runs gets what it reads as an argument. */
function fed(words: readonly Expr[], inner: number, { input }: Scope): Expr[] {
  const name = nameOfProgram(constant(words[0]) ?? '');
  const command = words.slice(inner);
  if (!input || (name !== 'xargs' && name !== 'parallel')) return command;
  const at = words.findIndex((word) => /^-I|^--replace/.test(constant(word) ?? ''));
  const option = constant(words[at]) ?? '';
  const place =
    at === -1 || at >= inner
      ? '{}'
      : option.length > 2
        ? option.replace(/^-I|^--replace=?/, '')
        : (constant(words[at + 1]) ?? '{}');
  const placed = command.map((word) => replaced(word, place || '{}', input));
  return placed.some((word, i) => word !== command[i]) ? placed : [...command, input];
}

function replaced(word: Expr, place: string, by: Expr): Expr {
  const text = constant(word);
  if (!text?.includes(place)) return word;
  const parts = text
    .split(place)
    .flatMap((part, i) => [...(i > 0 ? [by] : []), ...(part ? [{ ...word, text: part } as Expr] : [])]);
  return parts.length === 1 && parts[0] ? parts[0] : { is: 'join', parts, at: word.at };
}

/** `bash <(…)` runs what is printed there, as `… | bash` does. */
function fromProcess(rest: readonly Expr[], { low, input }: Scope, node: Node, program: Expr): Expr {
  const at = rest.findIndex((word) => !constant(word)?.startsWith('-'));
  const word = rest[at];
  const source = node.children.some(({ type }) => type === 'process_substitution') && word && word.is !== 'text';
  if (!source) return low.command([program, ...rest], input, node);
  return low.command([program, ...rest.toSpliced(at, 1)], word, node);
}

function aliased(words: readonly Expr[], { low, steps }: Scope, node: Node): Expr {
  for (const word of words) {
    const [head, ...tail] = word.is === 'join' ? word.parts : [word];
    const [, name, code = ''] = /^([\w.-]+)=(.*)$/s.exec(constant(head) ?? '') ?? [];
    if (!name) continue;
    const value = low.command(
      [low.text('eval', node), low.join([low.text(code, node), ...tail], node)],
      undefined,
      node,
    );
    steps.push({
      does: 'define',
      name,
      fn: { params: [], steps: [{ does: 'give', value, at: word.at }] },
      at: word.at,
    });
  }
  return low.command([low.text('alias', node), ...words], undefined, node);
}

/** Without its options, and with what `-e` makes of backslashes. */
function echoed(words: readonly Expr[]): Expr[] {
  const count = words.findIndex((word) => !/^-[neE]+$/.test(constant(word) ?? ''));
  const options = words.slice(0, Math.max(count, 0)).map(constant).join('');
  const given = words.slice(Math.max(count, 0));
  return options.includes('e') ? given.map(unescapedText) : [...given];
}

const unescapedText = (word: Expr): Expr => (word.is === 'text' ? { ...word, text: ansiUnescaped(word.text) } : word);

/** `printf` with `%s`, `%b`, `%d` and the like, as the `echo` of what it prints. */
function printedBy(words: readonly Expr[], { low, input, steps }: Scope, node: Node): Expr {
  const [format, ...rest] = constant(words[0]) === '--' ? words.slice(1) : words;
  const variable = constant(format) === '-v' ? constant(rest.shift()) : undefined;
  const template = variable ? rest.shift() : format;
  const pattern = constant(template);
  const parts: Expr[] = [];
  if (pattern === undefined) parts.push(...(template ? [template] : []), ...rest);
  else {
    const given = [...rest];
    do {
      for (const piece of pattern.split(/(%[-+ 0#]*(?:[1-9]\d*)?(?:\.\d+)?[a-zA-Z%])/)) {
        if (piece === '') continue;
        if (!/^%.*[a-zA-Z]$/.test(piece)) parts.push(low.text(ansiUnescaped(piece.replace('%%', '%')), node));
        else {
          const value = given.shift();
          if (value) parts.push(piece.endsWith('b') ? unescapedText(value) : value);
        }
      }
    } while (given.length > 0 && given.length < rest.length && parts.length < 256);
  }
  const value = low.join(parts, node);
  if (variable) steps.push({ does: 'set', target: low.name(variable, node), value, at: low.lineOf(node) });
  return low.command([low.text('echo', node), value], input, node);
}

/** `find … -exec command {} \;`: the command runs on what is found. */
function found(words: readonly Expr[], { low, input, steps }: Scope, node: Node): Expr {
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(constant(word) ?? ''));
  const search = low.command(words.slice(0, at === -1 ? undefined : at), input, node);
  if (at === -1) return search;
  const rest = words.slice(at + 1);
  const end = rest.findIndex((word) => /^(?:;|\+)$/.test(constant(word) ?? ''));
  const command = rest.slice(0, end === -1 ? undefined : end);
  steps.push({ does: 'run', value: search, at: low.lineOf(node) });
  const place = words[1] ?? low.text('.', node);
  return low.command(
    command.map((word) => replaced(word, '{}', place)),
    input,
    node,
  );
}
