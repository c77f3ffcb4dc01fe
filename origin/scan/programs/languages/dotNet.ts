/** What PowerShell programs call of .NET, as the commands that do the same. Names in small letters. */
import type { Expr, Step } from '../program.ts';
import type { Node } from '../tree.ts';
import type { Builder } from './builder.ts';

const command = (words: readonly (string | Expr | undefined)[], low: Builder, node: Node, input?: Expr): Expr =>
  low.command(
    words.flatMap((word) => (typeof word === 'string' ? [low.text(word, node)] : word ? [word] : [])),
    input,
    node,
  );

/** `[type]::method(…)`. */
export function staticOf(type: string, method: string, args: Expr[], low: Builder, node: Node): Expr | undefined {
  const [first, second] = args;
  switch (`${type}::${method}`) {
    case 'convert::frombase64string':
      return low.call(low.name('atob', node), args, node);
    case 'convert::tobase64string':
      return low.call(low.name('btoa', node), args, node);
    case 'io.file::readalltext':
    case 'io.file::readallbytes':
    case 'io.file::readalllines':
      return command(['get-content', first], low, node);
    case 'io.file::writealltext':
    case 'io.file::writeallbytes':
    case 'io.file::appendalltext':
      return command(['set-content', first], low, node, second);
    case 'environment::getenvironmentvariable':
      return first && { is: 'member', of: low.name('env', node), name: first, at: low.lineOf(node) };
    case 'scriptblock::create':
    case 'reflection.assembly::load':
      return command(['iex', first], low, node);
    case 'diagnostics.process::start':
      return command(args, low, node);
    case 'string::join':
      return second && first && low.call(low.member(second, 'join', node), [first], node);
    default:
      return undefined;
  }
}

/** `$client.method(…)`: told by the name of the method alone. */
export function methodOf(
  receiver: Expr,
  method: string,
  args: Expr[],
  low: Builder,
  node: Node,
  steps: Step[],
): Expr | undefined {
  const [first, second, third] = args;
  switch (method) {
    case 'downloadstring':
    case 'downloaddata':
    case 'downloadstringtaskasync':
    case 'openread':
    case 'getstringasync':
    case 'getbytearrayasync':
      return command(['iwr', first], low, node);
    case 'downloadfile':
    case 'downloadfileasync':
      return command(['iwr', first, '-OutFile', second], low, node);
    case 'uploadstring':
    case 'uploaddata':
    case 'uploadvalues':
      return command(['irm', '-Uri', first, '-Body', third ?? second], low, node);
    case 'uploadfile':
      return command(['irm', '-Uri', first, '-InFile', third ?? second], low, node);
    // Text of bytes and bytes of text are the same to us.
    case 'getstring':
    case 'getbytes':
      return first;
    case 'invokescript':
      return command(['iex', first], low, node);
    case 'invoke':
      steps.push({ does: 'run', value: low.call(receiver, args, node), at: low.lineOf(node) });
      return command(['iex', receiver], low, node);
    default:
      return undefined;
  }
}
