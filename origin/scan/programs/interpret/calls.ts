/** Calls: of functions of the bundle, of libraries, and of methods of plain values. */
import type { Api } from '../apis/api.ts';
import { javascriptApis } from '../apis/javascript.ts';
import { pythonApis } from '../apis/python.ts';
import type { Source } from '../effect.ts';
import type { Expr } from '../program.ts';
import { decoders, elementsOf, folds } from './folding.ts';
import type { Call, Machine, Scope, Site } from './machine.ts';
import { methods } from './methods.ts';
import { noteOpened } from './openedFiles.ts';
import { dataOf, deepSources, from, join, joinAll, list, made, named, partOf, unknown, type Value } from './value.ts';

/** What does the rest of it; apart, so that no file needs another that needs it. */
export interface Calls {
  command(machine: Machine, words: readonly Value[], input: Value | undefined, site: Site): Value;
  apply(machine: Machine, api: Api, call: Call): Value;
  member(machine: Machine, of: Value, key: Value, scope: Scope, at: number): Value;
}

export function callOf(machine: Machine, calls: Calls, expr: Expr & { is: 'call' }, scope: Scope): Value {
  const { of } = expr;
  const receiver = of.is === 'member' ? machine.evaluate(of.of, scope) : unknown;
  const key = of.is === 'member' ? machine.evaluate(of.name, scope) : unknown;
  const callee = of.is === 'member' ? calls.member(machine, receiver, key, scope, of.at) : machine.evaluate(of, scope);
  const args = expr.args.flatMap((arg) => {
    const value = machine.evaluate(arg, scope);
    return arg.is === 'name' && arg.name === '*' ? (spread(value) ?? [value]) : [value];
  });
  const namedArgs = new Map(
    Object.entries(expr.named ?? {}).map(([name, arg]) => [name, machine.evaluate(arg, scope)] as const),
  );
  const site = { at: { path: scope.unit.path, line: scope.unit.line ?? expr.at }, unit: scope.unit };
  return invoke(machine, calls, { callee, receiver, key: key.texts[0], args, named: namedArgs, ...site }, scope);
}

const spread = (value: Value): Value[] | undefined =>
  value.things[0] && value.things[0].length > 0
    ? Array.from(
        { length: Math.min(value.things[0].length, 50) },
        (_, index) => value.things[0]?.fields.get(String(index)) ?? unknown,
      )
    : undefined;

interface Invocation extends Site {
  callee: Value;
  receiver: Value;
  /** The method's name. */
  key: string | undefined;
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
}

function invoke(machine: Machine, calls: Calls, call: Invocation, scope: Scope): Value {
  const { callee, receiver, key, args, named: namedArgs } = call;
  if ((key === 'call' || key === 'apply') && (receiver.functions.length > 0 || receiver.names.length > 0)) {
    const rest = key === 'apply' ? (elementsOf(args[1] ?? unknown) ?? args.slice(1)) : args.slice(1);
    return invoke(machine, calls, { ...call, callee: receiver, receiver: unknown, key: undefined, args: rest }, scope);
  }
  if (callee.functions.length === 0) noteOpened(machine, call);
  const results: Value[] = [];
  for (const closure of callee.functions.slice(0, 4)) {
    const self = closure.fn.self === undefined ? undefined : receiver;
    results.push(
      machine.callClosure(closure, [...args, ...namedInOrder(closure.fn.params, args.length, namedArgs)], self),
    );
  }
  if (callee.functions.length > 0) return joinAll(results);
  for (const name of callee.names) results.push(ofLibrary(machine, calls, { ...call, name }, scope));
  if (results.length === 0 || results.every((result) => result === unhandled))
    return byMethod(machine, calls, call, scope);
  return joinAll(results.filter((result) => result !== unhandled));
}

/** Named arguments for the parameters that have no other. */
function namedInOrder(params: readonly string[], given: number, args: ReadonlyMap<string, Value>): Value[] {
  if (args.size === 0) return [];
  return params.slice(given).map((param) => args.get(param.replace(/^\*/, '')) ?? unknown);
}

const unhandled: Value = { ...unknown };

const apiNamed = (name: string, { unit }: Site): Api | undefined =>
  unit.language === 'python' ? pythonApis.get(name) : javascriptApis.get(name);

function ofLibrary(machine: Machine, calls: Calls, call: Invocation & { name: string }, scope: Scope): Value {
  const { name, args, receiver } = call;
  if (name === 'getattr' || name === 'Reflect.get')
    return calls.member(machine, args[0] ?? unknown, args[1] ?? unknown, scope, call.at.line);
  if (wrappers.has(name)) return args[0] ?? unknown;
  if (name === 'globals' || name === 'locals' || name === 'vars') return named('globalThis');
  if (name === 'map') return mappedOver(machine, calls, call, scope);
  const api = apiNamed(name, call);
  if (api) {
    const result = calls.apply(machine, api, call);
    callBack(machine, calls, call, result, scope);
    return result;
  }
  if (/(?:encrypt|createCipheriv\(\)\.update)$/i.test(name))
    return from(made(...args), [{ origin: 'encrypted', name, at: call.at }]);
  const fold = folds.get(name);
  if (fold) {
    const result = fold(args, call.named);
    if (/^(?:json\.dumps|JSON\.stringify)$/.test(name) && packedIn(args).length > 1)
      machine.emit({ does: 'pack', what: dataOf({ ...unknown, sources: packedIn(args) }), at: call.at });
    return decoders.test(name) || isDecoding(name, args)
      ? from(result, [{ origin: 'decoded', name, at: call.at }])
      : result;
  }
  const isPicking = picking.test(name) || signing.test(name);
  const method = isPicking ? partOf(made(...args)) : byMethod(machine, calls, call, scope);
  return {
    ...join(method, isPicking ? unknown : made(receiver)),
    names: [`${name}()`].filter((one) => one.length < 120),
  };
}

/** Secrets that stand in fields of one record; a field that may be one of several tells of none. */
const packedIn = (args: readonly Value[]): Source[] =>
  args.flatMap(({ things }) =>
    things.slice(0, 1).flatMap(({ fields }) =>
      [...fields.values()].flatMap((field) => {
        const secrets = deepSources(field).filter(({ origin }) => origin === 'secret');
        return secrets.length === 1 ? secrets : [];
      }),
    ),
  );

const isDecoding = (name: string, args: readonly Value[]): boolean =>
  name === 'Buffer.from' &&
  args.slice(1).some(({ texts }) => texts.some((text) => /^(?:base64(?:url)?|hex)$/.test(text)));

const wrappers: ReadonlySet<string> = new Set([
  'functools.partial',
  'util.promisify',
  'promisify',
  'staticmethod',
  'functools.wraps',
]);

function mappedOver(machine: Machine, calls: Calls, call: Invocation, scope: Scope): Value {
  const [callee = unknown, over = unknown] = call.args;
  const elements = elementsOf(over);
  const one = (element: Value): Value =>
    invoke(machine, calls, { ...call, callee, receiver: unknown, key: undefined, args: [element] }, scope);
  if (!elements) return made(one({ ...over, texts: [] }));
  return list(elements.map((element) => (machine.spend(1) ? one(element) : unknown)));
}

/** Methods that are told by their name alone, and else what the result is made of. */
function byMethod(machine: Machine, calls: Calls, call: Invocation, scope: Scope): Value {
  const { key, receiver, args } = call;
  const apart = key === undefined ? undefined : apiOfMethod(key, call);
  if (apart) {
    const result = calls.apply(machine, apart, { ...call, name: key ?? '' });
    callBack(machine, calls, call, result, scope);
    return result;
  }
  if (key && elementwise.has(key) && args[0]?.functions.length) {
    const elements = elementsOf(receiver);
    if (elements && elements.length <= 4096 && key === 'map')
      return mappedOver(machine, calls, { ...call, args: [args[0], receiver] }, scope);
  }
  const method = key === undefined ? undefined : methods.get(key)?.(receiver, args, call.named);
  if (method) return method;
  if (key === 'encrypt') return from(made(...args), [{ origin: 'encrypted', name: key, at: call.at }]);
  if (key && (picks.has(key) || signing.test(key))) return partOf(made(receiver, ...args));
  const called = callBack(machine, calls, call, receiver, scope);
  if (key && keepsReceiver.has(key)) return receiver;
  return join(made(receiver, ...args, ...call.named.values()), called);
}

/** They take an entry, a line or a match out of what they are given. */
const picking =
  /^(?:re\.\w+|dotenv\.\w+|jwt\.\w+|hmac\.\w+|.{1,60}\(\)\.(?:search|match|findall|group|get|pubkey|public_key))$/;
/** What they give is made with a key and doesn’t hold it. */
const signing =
  /(?:^|\.)(?:sign(?:ed|ature|_?transaction|_?message|_?typed_?data)?|from_?key|from_?(?:secret|seed|mnemonic)\w{0,12}|privateKeyToAccount|mnemonicToAccount|(?:Keypair|Account|Wallet|PrivateKey|SigningKey)(?:\.\w{1,40})?|h?mac|createHmac|hash|digest|hexdigest)$/i;
const picks: ReadonlySet<string> = new Set(
  'match matchAll exec search group groups find findall get pubkey public_key publicKey'.split(' '),
);

const elementwise: ReadonlySet<string> = new Set(['map', 'forEach', 'filter', 'flatMap']);
const keepsReceiver: ReadonlySet<string> = new Set(['filter', 'sort', 'on', 'once', 'catch', 'finally']);

const byName: ReadonlyMap<string, Api> = new Map<string, Api>([
  ['read_text', { does: 'read' }],
  ['read_bytes', { does: 'read' }],
  ['write_text', { does: 'write', what: 0 }],
  ['write_bytes', { does: 'write', what: 0 }],
  ['unlink', { does: 'delete' }],
  // Of tables and figures, whose own names say little.
  ...'savefig to_csv to_excel to_parquet to_pickle to_feather imwrite'
    .split(' ')
    .map((name) => [name, { does: 'write', path: 0, what: 1 }] as const),
  ...'read_csv read_excel read_parquet read_pickle read_feather read_table imread loadtxt'
    .split(' ')
    .map((name) => [name, { does: 'read', path: 0 }] as const),
  ['sendall', { does: 'transmit', how: 'socket' }],
  ['recv', { does: 'receive' }],
]);

/** A request is told by the address that it is given, whatever it is a method of. */
function apiOfMethod(key: string, { args, receiver }: Invocation): Api | undefined {
  const isFile = receiver.names.includes('file()');
  if (isFile && /^(?:write|writelines|end)$/.test(key)) return { does: 'dump', into: -1 };
  if (key === 'open' && receiver.texts.length > 0 && receiver.names.length === 0) return { does: 'open' };
  if (key === 'pipe' && args[0]?.names.includes('file()')) return { does: 'dump', into: 0 };
  const isAddress = args[0]?.texts.some((text) => /^https?:\/\//.test(text));
  if (isAddress && /^(?:get|post|put|patch|request|fetch)$/.test(key)) return { does: 'request', url: 0 };
  return byName.get(key);
}

/** Runs functions that were handed over, with what the call gives; a function of a library as well. */
function callBack(machine: Machine, calls: Calls, call: Invocation, given: Value, scope: Scope): Value {
  const all = [...call.args, ...call.named.values()];
  if (
    !all.some(
      ({ functions, names }) => functions.length > 0 || names.some((name) => apiNamed(name, call)?.does === 'evaluate'),
    )
  )
    return unknown;
  const others = all.filter(({ functions }) => functions.length === 0);
  const one = joinAll([
    given.things.length > 0 && given.names.length === 0 ? joinAll(given.things.map(({ any }) => any)) : given,
    ...others.filter(({ texts }) => texts.length === 0),
  ]);
  const results: Value[] = [];
  for (const arg of all) {
    for (const closure of arg.functions.slice(0, 4)) {
      const given = closure.fn.params.map(() => one);
      results.push(machine.callClosure(closure, given));
      // It may name what this very call gives, which has no name yet.
      if (closure.fn.steps.length > 0)
        machine.later(() => void machine.callClosure({ ...closure, results: new Map() }, given));
    }
    for (const name of arg.functions.length === 0 ? arg.names : []) {
      if (apiNamed(name, call)?.does === 'evaluate' && given !== unknown)
        invoke(
          machine,
          calls,
          { ...call, callee: named(name), receiver: unknown, key: undefined, args: [given], named: new Map() },
          scope,
        );
    }
  }
  return joinAll(results);
}
