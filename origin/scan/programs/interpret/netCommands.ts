/** Commands that talk to other machines. */

import { lastSegment } from '../../../contract/grammar/segments.ts';
import type { Machine, Site } from './machine.ts';
import { dataOf, from, joinAll, known, made, origin, unknown, type Value } from './value.ts';

const fetchers: ReadonlySet<string> = new Set(
  'curl wget http https xh aria2c iwr irm invoke-webrequest invoke-restmethod lynx fetch'.split(' '),
);

/** Options with a value: what is sent, what authorizes, where the answer is written; others are of no interest. */
const sends =
  /^(?:-d|--data(?:-\w{1,10})?|-F|--form(?:-string)?|-T|--upload-file|--json|--post-(?:data|file)|--body-(?:data|file)|-Body|-InFile|-Form)(?:=|$)/;
/** Their value is the path of a file. */
const sendsFile = /^(?:-T|--upload-file|--post-file|--body-file|-InFile)(?:=|$)/i;
const joinedSend = /^-[dFT](?=.)/;
const authorizes = /^(?:-H|--header|-u|--user|-b|--cookie|-Headers|-A|--user-agent|-e|--referer|-Credential)(?:=|$)/;
const writes = /^(?:-o|--output|-OutFile|-O|--output-document)(?:=|$)/i;
const takesValue =
  /^(?:-X|--request|-m|--max-time|--connect-timeout|--retry|-x|--proxy|-w|--write-out|-Method|-ContentType|-P|--timeout|-r|--cacert|-E|--cert|--key|--resolve|--url|-Uri|-UserAgent|--method|-t|--retry-delay)$/i;

export function fetchWith(
  machine: Machine,
  program: string,
  words: readonly Value[],
  input: Value | undefined,
  site: Site,
): Value | undefined {
  if (!fetchers.has(program)) return undefined;
  const { at } = site;
  const [to, what, auth, out]: Value[][] = [[], [], [], []];
  const isCurl = program === 'curl';
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? unknown;
    const text = word.texts[0] ?? '';
    const next = (): Value => {
      if (/^--?\w[\w-]*=/.test(text)) return { ...word, texts: [text.slice(text.indexOf('=') + 1)] };
      index += 1;
      return words[index] ?? unknown;
    };
    if (sendsFile.test(text)) what?.push(fileOf(machine, next(), input, site));
    else if (sends.test(text)) what?.push(content(machine, next(), input, site));
    else if (joinedSend.test(text) && isCurl)
      what?.push(content(machine, { ...word, texts: [text.slice(2)] }, input, site));
    else if (authorizes.test(text)) auth?.push(next());
    else if (writes.test(text) && !(isCurl && text === '-O')) out?.push(next());
    else if (takesValue.test(text)) {
      const value = next();
      if (/^(?:--url|-Uri)$/i.test(text)) to?.push(value);
    } else if (!text.startsWith('-')) (to?.length ? what : to)?.push(word);
    else if (/^-[a-zA-Z]{1,6}o$/.test(text)) out?.push(next());
    else if (/^-[a-zA-Z]{1,6}[dF]$/.test(text) && isCurl) what?.push(content(machine, next(), input, site));
    else if (/^-[a-zA-Z]{1,6}H$/.test(text) && isCurl) auth?.push(next());
  }
  const address = joinAll(to ?? []);
  const sent = made(address, ...(what ?? []));
  machine.emit({ does: 'fetch', from: dataOf(address), how: 'HTTP', at });
  if ((what?.length ?? 0) > 0 || sent.sources.length > 0 || made(...(auth ?? [])).sources.length > 0)
    machine.emit({
      does: 'send',
      to: dataOf(address),
      what: dataOf({ ...sent, texts: joinAll(what ?? []).texts }),
      auth: dataOf(made(...(auth ?? []))),
      how: 'HTTP',
      at,
    });
  const got = origin('download', address.texts[0] ?? '', at);
  for (const path of out ?? []) if (path.texts[0] !== '-') machine.write(path, got, at);
  const isSaved =
    words.some((word) => /^(?:-[a-zA-Z]{0,5}O|--remote-name)$/.test(word.texts[0] ?? '')) || program === 'wget';
  if (isSaved && (out ?? []).length === 0) {
    const name = lastSegment((address.texts[0] ?? '').replace(/[?#].*/s, ''));
    if (name) machine.write(known(name), got, at);
  }
  return got;
}

const fileOf = (machine: Machine, path: Value, input: Value | undefined, { at }: Site): Value =>
  path.texts[0] === '-' || path.texts[0] === '.' ? (input ?? unknown) : machine.read(path, at);

/** `@file`, `name=@file`, `@-`, or the text itself. */
function content(machine: Machine, value: Value, input: Value | undefined, { at }: Site): Value {
  const file = /^(?:[\w.-]{1,60}=)?[@<]([^;]{1,300})/.exec(value.texts[0] ?? '')?.[1];
  if (file === '-' || file === '/dev/stdin' || value.texts[0] === '-') return input ?? unknown;
  return file === undefined ? value : from(machine.read({ ...value, texts: [file] }, at), value.sources);
}

const senders: ReadonlySet<string> = new Set(
  'nc ncat netcat socat telnet mail mailx sendmail mutt msmtp scp rsync sftp ftp'.split(' '),
);
const lookups: ReadonlySet<string> = new Set('dig nslookup host ping resolve-dnsname drill'.split(' '));

export function sendWith(
  machine: Machine,
  program: string,
  words: readonly Value[],
  input: Value | undefined,
  { at }: Site,
): Value | undefined {
  const plain = words.filter((word) => !/^[-+]/.test(word.texts[0] ?? ''));
  const auth = dataOf(unknown);
  if (lookups.has(program)) {
    const to = dataOf(joinAll(plain));
    if (to.sources.length > 0) machine.emit({ does: 'send', to, what: to, auth, how: 'DNS', at });
    else machine.emit({ does: 'fetch', from: to, how: 'DNS', at });
    return origin('output', program, at);
  }
  if (!senders.has(program)) return undefined;
  const isCopy = /^(?:scp|rsync|sftp)$/.test(program);
  const to = (isCopy ? plain.find((word) => /^[^/]{1,200}:/.test(word.texts[0] ?? '')) : plain[0]) ?? unknown;
  const files =
    isCopy && to === plain.at(-1) ? plain.filter((word) => word !== to).map((word) => machine.read(word, at)) : [];
  const what = made(...(input ? [input] : []), ...files, ...(isCopy ? [] : plain));
  if (!isCopy || to !== unknown)
    machine.emit({ does: 'send', to: dataOf(to), what: dataOf(what), auth, how: program, at });
  return /^(?:nc|ncat|netcat|socat|telnet)$/.test(program) ? origin('connection', to.texts[0] ?? program, at) : unknown;
}
