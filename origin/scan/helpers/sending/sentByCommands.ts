/** Shell commands that send credentials. */

import type { Place } from '../../detector.ts';
import { endOfCall } from '../commands/calls.ts';
import { commandOf, commandWithin, pipelinesOf } from '../commands/shell.ts';
import { type Credentials, takenBy } from '../secrets/credentials.ts';
import { commandLinesOf } from '../text/lines.ts';
import { attached, mentionsSender, senderOf, senders, takesInput } from './senders.ts';

/** How many lines a variable or a file is known to hold what was put into it. */
const reach = 15;

const messageFor = ({ name }: Credentials): string => `The command sends ${name} over the network.`;

export function* sentByCommands(text: string): Generator<Place> {
  const carried = new Map<string, { line: number; credentials: Credentials }>(); // variables as `$x`, and files
  let last = 0;
  for (const { number, text: line } of commandLinesOf(text)) {
    if (number === last) continue;
    for (const [name, credentials] of keptOf(line)) carried.set(name, { line: number, credentials });
    const sent =
      sentBy(line) ??
      (carried.size === 0
        ? undefined
        : sentLater(line, (name) => {
            const kept = carried.get(name);
            return kept && number - kept.line <= reach ? kept.credentials : undefined;
          }));
    if (!sent) continue;
    last = number;
    yield { line: number, message: messageFor(sent) };
  }
}

function sentBy(line: string): Credentials | undefined {
  if (!mentionsSender.test(line)) return undefined;
  for (const stages of pipelinesOf(line)) {
    for (const [at, stage] of stages.entries()) {
      const sender = senderOf(stage);
      if (!sender) continue;
      const piped = takesInput(sender) ? piecesBefore(stages, at) : undefined;
      const found = /@\{\}/.test(stage) ? takenBy(stage) : undefined; // find … -exec curl -F f=@{} …
      const sent = piped ?? attached(sender, stage) ?? found;
      if (sent) return sent;
    }
  }
  return substituted(line);
}

/** What an earlier part of the pipeline took, unless a later one picks a single token out of it. */
function piecesBefore(stages: readonly string[], at: number): Credentials | undefined {
  for (const [from, stage] of stages.slice(0, at).entries()) {
    const command = from === 0 ? fromCommand(stage) : stage;
    const taken = reads(command) ? takenBy(command) : undefined;
    if (taken && !(taken.isWhole && stages.slice(from, at).some(picks))) return taken;
  }
  return undefined;
}

/** Without what stands before the command in a string of a program: `os.system("env`. */
const fromCommand = (stage: string): string =>
  stage.replace(/^.{0,200}["'(](?=\s{0,9}\w{1,20}\b[^"'(]{0,400}$)/, '').replace(/^[\s$>#-]{0,9}/, '');

/** Whether a command puts out what it is given the path of. */
const reads = (command: string): boolean =>
  /\benv['")\s]{0,9}$/.test(command) || readers.has(commandOf(command).program) || /<\s{0,9}["']?[~$/\w]/.test(command);

const readers = new Set(
  (
    'cat tac head tail tar zip 7z gzip bzip2 xz base64 xxd od hexdump strings openssl gpg find grep jq sqlite3 security sort ' +
    'env printenv set export declare typeset get-content gc type get-childitem gci dir ls cp dd less more sed awk'
  ).split(' '),
);

const picks = (stage: string): boolean => /\b(?:jq|yq|awk|cut|sed)\b|\bgrep\s(?!-v)/.test(stage);

/** What a sender's arguments are made of: `-d "$(cat file)"`, `"https://…?k=$(base64 file)"`. */
function substituted(line: string): Credentials | undefined {
  for (const { 0: opening, index } of line.matchAll(/\$\(|`|<\(/g)) {
    const start = index + opening.length;
    const tick = opening === '`' ? line.indexOf('`', start) : endOfCall(line, start, 400);
    const body = line.slice(start, tick === -1 ? start + 400 : tick);
    const stages = body.split('|');
    const taken = takenBy(stages[0] ?? '');
    if (!taken || (taken.isWhole && (stages.some(picks) || isForAuthorization(line.slice(0, index))))) continue;
    const before =
      line
        .slice(0, index)
        .split(/&&|;|\|\||`(?=[^`]*$)/)
        .at(-1) ?? '';
    const after = line.slice(tick + 1, tick + 300);
    if (commandWithin(before, senders) && senderOf(`${before}x${after}`)) return taken;
  }
  return undefined;
}

/** Whether what comes next is a header or a user and password. */
const isForAuthorization = (before: string): boolean =>
  /(?:\s(?:-H|--header|-u|--user|--oauth2-bearer)[\s=]|Authorization|Bearer|token\b)/i.test(
    before.slice(-60).replace(/^.{0,60}\s(?:-d|--data\S{0,12}|-F|-T|--post-data)[\s=]/, ''),
  );

/** The variables and files that a line puts credentials into. */
function* keptOf(line: string): Generator<[string, Credentials]> {
  const variable = /(?:^|[\s;])(?:export\s{1,9}|local\s{1,9})?([A-Za-z_]\w{0,60})=["']?(?:\$\(|`)([^\n]{1,400})/.exec(
    line,
  );
  if (variable?.[1] && variable[2]) {
    const stages = variable[2].split('|');
    const taken = takenBy((stages[0] ?? '').replace(/[)`].*/s, ''));
    if (taken && !(taken.isWhole && stages.some(picks))) yield [`$${variable[1]}`, taken];
  }
  const loop = /\bfor\s{1,9}(\w{1,60})\s{1,9}in\s{1,9}([^;\n]{1,400})/.exec(line);
  const listed = loop?.[2] === undefined ? undefined : takenBy(loop[2]);
  if (listed && loop?.[1]) yield [`$${loop[1]}`, listed];
  for (const stages of pipelinesOf(line)) {
    const taken = takenBy(stages[0] ?? '');
    if (!taken || (taken.isWhole && stages.some(picks))) continue;
    const target = /(?<!\d)>{1,2}\s{0,9}["']?([\w.~/$-]{2,200})/.exec(stages.at(-1) ?? '')?.[1];
    if (target && target !== '/dev/null') yield [target, taken];
    const { program, words } = commandOf(stages[0] ?? '');
    if (/^(?:tar|zip|7z|gpg|openssl|gzip)$/.test(program))
      for (const word of words) if (/\.(?:tgz|tar|gz|zip|7z|bz2|xz|enc|gpg)$/.test(word)) yield [word, taken];
    if (/^(?:cp|mv)$/.test(program) && words.length > 1) yield [words.at(-1) ?? '', taken];
  }
}

/** What a line sends of that. */
function sentLater(line: string, carried: (name: string) => Credentials | undefined): Credentials | undefined {
  if (!mentionsSender.test(line)) return undefined;
  for (const stages of pipelinesOf(line)) {
    for (const [at, stage] of stages.entries()) {
      const sender = senderOf(stage);
      if (!sender) continue;
      const rest = sender.words.join(' ');
      const before = takesInput(sender) ? stages.slice(0, at).join(' ') : '';
      for (const { 1: name = '', index } of `${before} ${rest}`.matchAll(/\$\{?([A-Za-z_]\w{0,60})/g)) {
        const sent = carried(`$${name}`);
        if (sent && !(sent.isWhole && isForAuthorization(`${before} ${rest}`.slice(0, index)))) return sent;
      }
      for (const [, path = ''] of `${rest} ${before}`.matchAll(/(?:@|<\s{0,9}|\s|=|^)["']?([\w.~/$-]{2,200})/g)) {
        const sent = carried(path);
        if (sent) return sent;
      }
    }
  }
  return undefined;
}
