/** Requests over the network: to where, with what, and what only authorizes them. */
import type { Api } from '../apis/api.ts';
import type { Call, Machine } from './machine.ts';
import { concat, dataOf, join, joinAll, known, made, thing, unknown, type Value } from './value.ts';

interface Parts {
  to: Value[];
  what: Value[];
  auth: Value[];
}

const authorizes = /^(?:headers?|auth|authorization|cookies?|cert|username|user)$/i;
const addresses = /^(?:url|uri|hostname|host|baseURL|href|fullurl)$/;
const ignored =
  /^(?:timeout|verify|stream|method|proxies|signal|mode|cache|allow_redirects|credentials|agent|keepalive|port|protocol|maxRedirects|responseType|rejectUnauthorized|context|redirect|follow_redirects|http2|retries|limits|maxBodyLength|maxContentLength|validateStatus|encoding)$/;
const options = /^(?:headers?|method|body|data|json|timeout|auth|hostname|host|url|params|baseURL)$/;

export function requestOf(machine: Machine, { url = 0, how }: Api & { does: 'request' }, call: Call): Value {
  const { args, named, at, name, receiver } = call;
  const parts: Parts = { to: [], what: [], auth: [] };
  args.forEach((arg, index) => {
    if (arg.functions.length > 0) return;
    if (index === url) addTo(parts, arg);
    else if (index > url || isRecord(arg)) takeOptions(parts, arg);
  });
  for (const [key, value] of named) take(parts, key, value);
  const base = joinAll(
    receiver.things.map(
      ({ fields }) => fields.get('#to') ?? fields.get('baseURL') ?? fields.get('base_url') ?? unknown,
    ),
  );
  const path = joinAll(parts.to);
  const to = base === unknown ? path : concat([base, path]);
  const session = joinAll(receiver.things.map(({ fields }) => fields.get('headers') ?? unknown));
  emit(machine, to, parts, join(joinAll(parts.auth), session), call);
  const from = { ...unknown, sources: [{ origin: 'download' as const, name: to.texts[0] ?? '', at }] };
  if (how === 'file') {
    const file = args[url + 1] ?? named.get('filename') ?? named.get('out') ?? named.get('output') ?? unknown;
    machine.write(file, from, at);
    return file;
  }
  return { ...thing([['#to', to]]), sources: from.sources, names: [`${name}()`] };
}

function emit(machine: Machine, to: Value, { what }: Parts, auth: Value, { at, name }: Call): void {
  const sent = made(to, ...what);
  machine.emit({ does: 'fetch', from: dataOf(to), how: 'HTTP', at });
  const isSending = what.length > 0 || /\.(?:post|put|patch)$/.test(name);
  if (!isSending && sent.sources.length === 0 && made(auth).sources.length === 0) return;
  machine.emit({
    does: 'send',
    to: dataOf(to),
    what: dataOf(what.length === 1 && sent.sources.length === 0 ? (what[0] ?? sent) : sent),
    auth: dataOf(auth),
    how: 'HTTP',
    at,
  });
}

const isRecord = ({ things }: Value): boolean => things.some(({ length, fields }) => length === 0 && fields.size > 0);

/** An address, or a record or request object that has one. */
function addTo(parts: Parts, value: Value): void {
  if (!isRecord(value)) {
    parts.to.push(value);
    return;
  }
  for (const { fields } of value.things) {
    const host = fields.get('hostname') ?? fields.get('host');
    if (host) parts.to.push(concat([host, fields.get('path') ?? known('')]));
    for (const [key, field] of fields) {
      if (key === '0' || key === '#to') parts.to.push(field);
      else if (key === '1') parts.what.push(field);
      else if (key === '2') parts.auth.push(field);
      else if (!(host && (addresses.test(key) || key === 'path'))) take(parts, key, field);
    }
  }
}

function takeOptions(parts: Parts, value: Value): void {
  const isOptions = value.things.some(({ fields }) => [...fields.keys()].some((key) => options.test(key)));
  if (!isOptions) {
    if (value !== unknown) parts.what.push(value);
    return;
  }
  for (const { fields } of value.things) for (const [key, field] of fields) take(parts, key, field);
}

function take(parts: Parts, key: string, value: Value): void {
  if (ignored.test(key)) return;
  if (addresses.test(key)) parts.to.push(value);
  else if (authorizes.test(key)) parts.auth.push(value);
  else parts.what.push(value);
}
