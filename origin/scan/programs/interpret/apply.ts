/** What calling a library's function does. */
import type { Api } from '../apis/api.ts';
import { runCommand } from './commands.ts';
import { elementsOf } from './folding.ts';
import type { Call, Machine } from './machine.ts';
import { variable } from './names.ts';
import { requestOf } from './requests.ts';
import {
  concat,
  dataOf,
  deepSources,
  from,
  join,
  joinAll,
  known,
  made,
  named,
  origin,
  setField,
  thing,
  unknown,
  type Value,
} from './value.ts';

export function apply(machine: Machine, api: Api, call: Call): Value {
  const { args, at, receiver, name } = call;
  const first = args[0] ?? unknown;
  switch (api.does) {
    case 'request':
      return requestOf(machine, api, call);
    case 'make': {
      const object = thing([
        ...(api.holds === undefined ? [] : [['#to', args[api.holds] ?? call.named.get('host') ?? unknown] as const]),
        ...args.map((arg, index) => [String(index), arg] as const),
        ...call.named,
      ]);
      const sources = api.origin ? [{ origin: api.origin, name, at }] : deepSources(object);
      return { ...object, sources, names: [`${name}()`] };
    }
    case 'connect': {
      const to = address(args, api.to ?? 0);
      for (const object of receiver.things) setField(object, '#to', to);
      machine.emit({ does: 'fetch', from: dataOf(to), how: 'socket', at });
      const object = thing([['#to', to]]);
      return { ...object, sources: [{ origin: 'connection', name: to.texts[0] ?? name, at }], names: [`${name}()`] };
    }
    case 'transmit': {
      const to = joinAll(receiver.things.map(({ fields }) => fields.get('#to') ?? unknown));
      const what = made(...args.map(withoutConnection));
      machine.emit({ does: 'send', to: dataOf(to), what: dataOf(what), auth: dataOf(unknown), how: api.how, at });
      return unknown;
    }
    case 'receive':
      return origin('connection', name, at);
    case 'open':
      return open(machine, call);
    case 'read':
      return machine.read(args[api.path ?? -1] ?? (api.path === undefined ? receiver : unknown), at);
    case 'write': {
      const path = api.path === undefined ? receiver : (args[api.path] ?? unknown);
      machine.write(path, args[api.what] ?? unknown, at);
      return unknown;
    }
    case 'dump': {
      const file = api.into === -1 ? receiver : (args[api.into] ?? unknown);
      const what = api.into === -1 ? first : name === 'pipe' ? receiver : first;
      for (const { fields } of file.things) machine.write(fields.get('#path') ?? unknown, what, at);
      return unknown;
    }
    case 'copy': {
      const [source, to] = [first, args[1] ?? unknown];
      machine.write(to, machine.read(source, at), at);
      return to;
    }
    case 'enter':
      machine.enter(first, at);
      return unknown;
    case 'delete':
      machine.emit({ does: 'delete', path: dataOf(first === unknown ? receiver : first), at });
      return unknown;
    case 'shell':
      return shell(machine, first, call);
    case 'start':
      return start(machine, call);
    case 'evaluate':
      return evaluated(machine, api, call);
    case 'load':
      machine.emit({ does: 'execute', code: dataOf(made(...args)), how: 'load', at });
      return from(made(...args), [{ origin: 'decoded', name, at }]);
    case 'module':
      return imported(machine, first, call);
    case 'variable':
      return joinAll(
        (first.texts.length > 0 ? first.texts : ['?']).map((one) => variable(machine, one, call, at.line)),
      );
    case 'give':
      return { ...origin(api.origin, name, at), names: [`${name}()`] };
    case 'tie':
      return tie(machine, call);
    case 'listen':
      machine.emit({ does: 'listen', how: name, at });
      return unknown;
    case 'print': {
      const what = concat(args.flatMap((arg) => [{ ...arg, isNumber: false }, known(' ')]));
      if (what.texts.some((text) => mayInstruct.test(text))) machine.emit({ does: 'print', what: dataOf(what), at });
      return unknown;
    }
    case 'lookUp': {
      const data = dataOf(first);
      machine.emit({ does: 'fetch', from: data, how: 'DNS', at });
      if (data.sources.length > 0)
        machine.emit({ does: 'send', to: data, what: data, auth: dataOf(unknown), how: 'DNS', at });
      return unknown;
    }
    case 'pass':
      return { ...made(receiver, ...args), names: [`${name}()`] };
  }
}

/** What else programs print, nobody follows. */
const mayInstruct = /:\/\/|\b(?:curl|wget|bash|sh|powershell|iex)\b/;

/** What is sent over a connection is not what came in by it. */
const withoutConnection = (value: Value): Value => value;

/** Host and port, in either order, as a list, or a record. */
function address(args: readonly Value[], at: number): Value {
  const given = args.slice(at, at + 2);
  const [first = unknown] = given;
  const [record] = first.things;
  const host = record?.fields.get('host');
  if (host) return concat([host, known(':'), record?.fields.get('port') ?? unknown]);
  const parts = elementsOf(first)?.length === 2 ? (elementsOf(first) ?? []) : given;
  const ordered = parts[0]?.isNumber ? parts.toReversed() : parts;
  const texts = ordered.filter(({ functions }) => functions.length === 0).map((part) => ({ ...part, isNumber: false }));
  return texts.length > 1 ? concat([texts[0] ?? unknown, known(':'), texts[1] ?? unknown]) : (texts[0] ?? unknown);
}

function open(machine: Machine, { args, named: namedArgs, at, receiver, name }: Call): Value {
  const isMethod = name === 'open' && receiver.texts.length > 0;
  const path = isMethod ? receiver : (args[0] ?? namedArgs.get('file') ?? unknown);
  const mode = (isMethod ? args[0] : args[1]) ?? namedArgs.get('mode') ?? unknown;
  const isWriting = name === 'fs.createWriteStream' || mode.texts.some((text) => /^[rbt]{0,2}[wax+]/.test(text));
  if (isWriting) machine.emit({ does: 'opens', path: dataOf(path), to: 'write', at });
  const content = isWriting ? unknown : machine.read(path, at);
  const file = thing([['#path', path]]);
  return { ...file, texts: content.texts, sources: content.sources, names: ['file()'] };
}

function shell(machine: Machine, command: Value, call: Call): Value {
  const words = elementsOf(command);
  const text = command.things.length > 0 && words ? concat(words.flatMap((word) => [word, known(' ')])) : command;
  return runShell(machine, text, call);
}

function runShell(machine: Machine, text: Value, call: Call): Value {
  if (deepSources(text).length > 0) machine.emit({ does: 'execute', code: dataOf(text), how: 'shell', at: call.at });
  const printed = machine.runText(text, 'bash', call);
  return {
    ...from(made(printed), [{ origin: 'output', name: text.texts[0] ?? '', at: call.at }]),
    texts: printed.texts,
    names: [`${call.name}()`],
  };
}

function start(machine: Machine, call: Call): Value {
  const { args, named: namedArgs, at } = call;
  const [program = namedArgs.get('args') ?? unknown] = args;
  const inShell = namedArgs.get('shell') !== undefined || hasField(args, 'shell');
  const own = program.things.length > 0 ? (elementsOf(program) ?? anyWords(program)) : [program];
  const beside =
    program.things.length > 0
      ? []
      : args
          .slice(1)
          .flatMap((arg) =>
            isList(arg)
              ? (elementsOf(arg) ?? anyWords(arg))
              : arg.things.length > 0 || arg.functions.length > 0
                ? []
                : [arg],
          );
  const words = [...own, ...beside];
  const isLine = words.length === 1 && program.texts.some((text) => /\s/.test(text.trim()));
  if (isLine || (inShell && program.things.length === 0 && beside.length === 0))
    return runShell(machine, program, call);
  const given = [...namedArgs.entries()]
    .filter(([key]) => /^(?:stdin|stdout|input)$/.test(key))
    .map(([, value]) => value);
  const options = args.slice(1).flatMap(({ things }) => things.map(({ fields }) => fields.get('stdio') ?? unknown));
  const input = joinAll([...given, ...options.map((option) => made(option))]);
  const result = runCommand(machine, words, input === unknown ? undefined : input, call);
  return {
    ...from({ ...result, names: [] }, [{ origin: 'output', name: words[0]?.texts[0] ?? '', at }]),
    names: [`${call.name}()`],
  };
}

const isList = (value: Value): boolean => value.things.some(({ fields, length }) => length > 0 || fields.size === 0);
const anyWords = (value: Value): Value[] => value.things.flatMap(({ fields }) => [...fields.values()].slice(0, 50));

const hasField = (args: readonly Value[], field: string): boolean =>
  args.some(({ things }) => things.some(({ fields }) => fields.has(field)));

function evaluated(machine: Machine, { code, language = 'javascript' }: Api & { does: 'evaluate' }, call: Call): Value {
  const { args, at, name } = call;
  const text = (name === 'Function' ? args.at(-1) : args[code ?? 0]) ?? unknown;
  // Compiling alone runs nothing.
  if (name === 'compile') return { ...text, names: [] };
  if (text.functions.length > 0 || text === unknown) return unknown;
  if (name === 'runpy.run_path') return runCommand(machine, [known('python'), text], undefined, call);
  machine.emit({ does: 'execute', code: dataOf(text), how: name, at });
  return join(machine.runText(text, language, call), made(text));
}

function imported(machine: Machine, module: Value, call: Call): Value {
  const results = module.texts.map((text) => {
    const inBundle = machine.moduleAt(call.unit, text, '');
    return inBundle ?? named(text.replace(/^node:/, ''));
  });
  const written = machine.written(module, call.at);
  if (written && written.sources.length > 0)
    machine.emit({ does: 'execute', code: dataOf(written), how: 'import', at: call.at });
  return joinAll(results);
}

/** A shell's input and output tied to a connection. */
function tie(machine: Machine, { name, args, receiver, at, unit }: Call): Value {
  const [first = unknown] = args;
  if (name === 'pty.spawn') {
    const words = elementsOf(first) ?? [first];
    machine.emit({ does: 'run', program: words[0]?.texts[0] ?? '', words: words.slice(1).map(dataOf), at });
    if (unit.tied) machine.emit({ does: 'execute', code: unit.tied, how: 'connection', at });
    return unknown;
  }
  const isProgram = first.names.some((one) => one.startsWith('child_process.'));
  const connection = [first, receiver].find((value) =>
    deepSources(value).some((source) => source.origin === 'connection'),
  );
  if (!connection || (name !== 'os.dup2' && !isProgram)) return first;
  const to = joinAll(connection.things.map(({ fields }) => fields.get('#to') ?? unknown)).texts[0];
  unit.tied = dataOf({ ...unknown, sources: [{ origin: 'connection', name: to ?? name, at }] });
  machine.emit({ does: 'execute', code: unit.tied, how: 'connection', at });
  return first;
}
