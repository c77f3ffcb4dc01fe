/** Commands that send something over the network. */

import { type Command, commandWithin, hasTarget, isLocal } from '../commands/shell.ts';
import { type Credentials, takenBy } from '../secrets/credentials.ts';

export const senders = new Set(
  'curl wget http https xh nc ncat netcat socat telnet mail mailx sendmail mutt iwr irm invoke-webrequest invoke-restmethod dig nslookup'.split(
    ' ',
  ),
);

export const mentionsSender =
  /curl|wget|http|\bxh\b|\bn(?:et)?cat\b|\bnc\b|socat|telnet|mail|mutt|iwr|irm|Invoke-(?:Web|Rest)|dig|nslookup/i;

/** Of a command that sends: what goes to somewhere else. */
export function senderOf(stage: string): Command | undefined {
  const command = commandWithin(stage, senders);
  if (!command) return undefined;
  const rest = command.words.join(' ');
  const isAddressed = hasTarget(rest) || /(?:\d{1,3}\.){3}\d{1,3}/.test(rest) || /\S@\w/.test(rest);
  return isAddressed && !isLocal(rest) && !/^(?:-\S{1,20}\s{1,9}){0,3}(?:localhost|127\.0\.0\.1)\b/.test(rest)
    ? command
    : undefined;
}

/** Whether a command sends what comes through the pipe. */
export function takesInput({ program, words }: Command): boolean {
  const rest = words.join(' ');
  switch (program) {
    case 'curl':
      return /[@<]-(?=["'\s]|$)|@\/dev\/stdin|(?:^|\s)(?:-T|--upload-file)\s{0,9}["']?(?:-|\.|\/dev\/stdin)(?=["'\s]|$)/.test(
        rest,
      );
    case 'wget':
      return /--(?:post|body)-file[=\s]["']?(?:-|\/dev\/stdin)/.test(rest);
    case 'dig':
    case 'nslookup':
      return false;
    case 'invoke-webrequest':
    case 'invoke-restmethod':
    case 'iwr':
    case 'irm':
      return /-Body\b/i.test(rest);
    default:
      return true;
  }
}

/** What a command reads from a file by itself: `-d @file`, `-T file`, `-F x=@file`, `--post-file=file`, `< file`. */
export function attached({ program, words }: Command, stage: string): Credentials | undefined {
  const rest = words.join(' ');
  if (/^(?:iwr|irm|invoke-)/.test(program)) {
    const body = rest.search(/-(?:Body|InFile)\b/i);
    return body === -1 ? undefined : takenBy(rest.slice(body));
  }
  for (const [, path = ''] of rest.matchAll(
    /(?:@|=<|--(?:post|body)-file[=\s]|(?:^|\s)(?:-T|--upload-file)[=\s]{0,9}|(?<![<\w])<(?![<(&])\s{0,9})["']?([\w~$%{}/\\.:* -]{1,120})/g,
  )) {
    const taken = takenBy(path.split(/\s(?=-|https?:)/)[0] ?? '');
    if (taken) return taken;
  }
  return /^(?:mutt|mail)/.test(program) && /\s-[aA]\s/.test(stage) ? takenBy(rest) : undefined;
}
