/** `>`, `<`, heredocs, here-strings and descriptors of a shell. */
import type { Expr } from '../program.ts';
import { childOf, childrenOf, type Node, namedOf } from '../tree.ts';
import type { Scope } from './bashScope.ts';
import { quoted, wordOf } from './bashWords.ts';

/** Where output goes, and what is read instead of the input. */
interface Redirections {
  input?: Expr;
  outputs: { to: Expr; isAppended: boolean; isErrors: boolean }[];
}

/** What a statement with redirections prints; where that goes to a file, a step says so, and nothing is printed. */
export function redirected(node: Node, scope: Scope): Expr {
  const { low } = scope;
  const body = childOf(node, 'body');
  const heredoc = node.children.find(({ type }) => type === 'heredoc_redirect');
  const found = redirectionsOf(node, scope);
  const inner: Scope = { ...scope, input: found.input ?? scope.input };
  const isExec = body ? /^exec\s*$/.test(low.textOf(body)) : false;
  if (isExec) opened(node, scope);
  let value = body && !isExec ? scope.lower.outputOf(body, inner) : (inner.input ?? low.text('', node));
  for (const stages of heredoc?.children.filter(({ type }) => type === 'pipeline') ?? []) {
    value = scope.lower.piped(namedOf(stages), { ...scope, input: value }, stages);
  }
  const goes = found.outputs.filter((one) => !one.isErrors);
  for (const { to, isAppended, isErrors } of found.outputs) {
    const written = isErrors || isExec ? low.text('', node) : value;
    scope.steps.push({ does: 'write', to, value: written, append: isAppended, at: low.lineOf(node) });
  }
  if (goes.length > 0) value = low.text('', node);
  // `cat <<END && next`: what follows stands on the first line, so the heredoc has it.
  const right = heredoc?.children.filter(({ field, type }) => field === 'right' || type === 'list') ?? [];
  if (right.length > 0) {
    scope.lower.output(value, scope, node);
    scope.lower.statements(right, scope);
    return low.text('', node);
  }
  return value;
}

export function redirectionsOf(node: Node, scope: Scope): Redirections {
  const { low } = scope;
  const found: Redirections = { outputs: [] };
  const substituted = scope.lower.substitutedIn(scope);
  const all = node.children.flatMap((child) =>
    child.type === 'heredoc_redirect' ? [child, ...child.children] : [child],
  );
  for (const child of all) {
    if (child.type === 'heredoc_redirect') {
      const body = child.children.find(({ type }) => type === 'heredoc_body');
      if (body) found.input = heredocOf(child, body, scope);
    } else if (child.type === 'herestring_redirect') {
      const [word] = namedOf(child);
      if (word) found.input = wordOf(word, low, substituted);
    } else if (child.type === 'file_redirect') fileRedirection(child, found, scope);
  }
  return found;
}

function heredocOf(node: Node, body: Node, scope: Scope): Expr {
  const { low } = scope;
  const start = node.children.find(({ type }) => type === 'heredoc_start');
  const isIndented = node.children.some(({ type }) => type === '<<-');
  const clean = (text: string) => (isIndented ? text.replace(/^\t+/gm, '') : text);
  // A quoted end mark: nothing is expanded.
  if (start && /["'\\]/.test(low.textOf(start))) return low.text(clean(low.textOf(body)), body);
  return quoted(body, low, scope.lower.substitutedIn(scope), (text) =>
    clean(text.replace(/\\\r?\n/g, '').replace(/\\([$`\\])/g, '$1')),
  );
}

const socket = /^\/dev\/(?:tcp|udp)\//;

function fileRedirection(node: Node, found: Redirections, scope: Scope): void {
  const { low, descriptors } = scope;
  const sign = node.children.find(({ isNamed }) => !isNamed)?.type ?? '';
  const descriptor = childOf(node, 'descriptor');
  const from = descriptor ? low.textOf(descriptor) : '';
  const [target] = childrenOf(node, 'destination');
  if (!target) return;
  const name = low.textOf(target);
  const isDuplicate = sign.endsWith('&') && /^\d+-?$|^-$/.test(name);
  const to = isDuplicate ? descriptors.get(name) : wordOf(target, low, scope.lower.substitutedIn(scope));
  if (isDuplicate && from === '0') {
    // `0>&1` after the output went to a socket: it reads from there as well.
    const both = to ?? found.outputs.find((one) => one.to.is === 'text' && socket.test(one.to.text))?.to;
    if (both) found.input = fileRead(both, node, scope);
    return;
  }
  if (!to) return;
  if (sign.startsWith('<')) {
    if (from === '' || from === '0') found.input = fileRead(to, node, scope);
  } else if (to.is === 'text' && /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(to.text)) {
    if (to.text === '/dev/null' && from !== '2' && !sign.startsWith('&')) return;
  } else {
    found.outputs.push({ to, isAppended: sign.includes('>>'), isErrors: from === '2' });
    // A shell whose output goes to a socket reads from it too: `0>&1` may stand where the parser does not see it.
    if (to.is === 'text' && socket.test(to.text)) found.input ??= fileRead(to, node, scope);
  }
}

/** The program `<` prints a file. */
const fileRead = (path: Expr, node: Node, { low }: Scope): Expr =>
  low.command([low.text('<', node), path], undefined, node);

/** `exec 3<>path`: what is written to or read from descriptor 3 afterwards is that path. */
function opened(node: Node, scope: Scope): void {
  const { low, descriptors, steps } = scope;
  for (const child of childrenOf(node, 'redirect')) {
    const descriptor = childOf(child, 'descriptor');
    const [target] = childrenOf(child, 'destination');
    if (!descriptor || !target || /^\d+$/.test(low.textOf(target))) continue;
    const to = wordOf(target, low, scope.lower.substitutedIn(scope));
    descriptors.set(low.textOf(descriptor), to);
    const isRead = child.children.some(({ type }) => type.startsWith('<'));
    if (isRead && to.is === 'text' && socket.test(to.text)) {
      steps.push({ does: 'write', to, value: low.text('', node), append: false, at: low.lineOf(node) });
    }
  }
}
