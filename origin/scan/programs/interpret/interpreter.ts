/** Follows data through the programs of a bundle. */

import { originOfFile } from '../apis/files.ts';
import type { Effect, Effects, Place, Unread } from '../effect.ts';
import type { Expr, Language, Program, Step } from '../program.ts';
import { apply } from './apply.ts';
import { callClosure, type Running } from './closures.ts';
import { runCommand } from './commands.ts';
import { evaluate, run } from './evaluate.ts';
import { trackFolders } from './folders.ts';
import type { Machine, Scope, Site, Unit } from './machine.ts';
import { moduleFile } from './modules.ts';
import { memberOf } from './names.ts';
import { type Closure, dataOf, from, join, joinAll, known, origin, thing, unknown, type Value } from './value.ts';

interface Options {
  /** Steps of all programs together. */
  budget: number;
  /** The text of a file of the bundle, as a program of it names that; nothing of what is large. */
  textOf(path: string): string | undefined;
  /** Parses a text that a program runs; nothing where its language can't be read. */
  lower(text: string, language: Language): Program | undefined;
}

const maxEffects = 5_000;
/** Of these for the record alone. */
const maxOpened = 1_000;
/** Of programs that run programs. */
const maxDepth = 4;
/** Of one loop, and of all. */
const maxRounds = 512;
const maxRoundsInAll = 4096;
const maxTextRun = 64 * 1024;

export function interpret(programs: readonly Program[], { budget, lower, textOf }: Options): Effects {
  const effects: Effect[] = [];
  const seen = new Set<string>();
  const files = new Map<string, Value>();
  const modules = new Map<string, Value>();
  const byPath = new Map(
    programs.filter(({ language }) => language !== 'bash').map((program) => [program.path, program]),
  );
  const defined: Closure[] = [];
  const waiting: (() => void)[] = [];
  const folders = trackFolders();
  const running: Running = { depth: 0, runs: new Map() };
  let left = budget;
  let opened = 0;
  let roundsLeft = maxRoundsInAll;

  const machine: Machine = {
    spend: (units) => {
      left -= units;
      return left > 0;
    },
    unroll: (rounds) => {
      if (rounds > maxRounds || rounds > roundsLeft) return false;
      roundsLeft -= rounds;
      return true;
    },
    emit: (effect) => {
      const key = keyOf(effect);
      // What no rule looks at takes no room from the rest.
      const isOpened = effect.does === 'opens';
      if (seen.has(key) || (isOpened ? opened >= maxOpened : effects.length - opened >= maxEffects)) return;
      seen.add(key);
      if (isOpened) opened += 1;
      effects.push(effect);
    },
    evaluate: (expr: Expr, scope: Scope) => evaluate(machine, calls, expr, scope),
    run: (steps: readonly Step[], scope: Scope) => run(machine, steps, scope),
    defined: (closure) => defined.push(closure),
    later: (work) => waiting.push(work),
    callClosure: (closure, args, self) => callClosure(machine, running, closure, args, self),
    runText,
    enter: folders.enter,
    read: (named, at) => {
      const path = folders.within(named, at);
      if (isSocket(path)) return origin('connection', path.texts[0] ?? '', at);
      machine.emit({ does: 'read', path: dataOf(path), at });
      const own = machine.written(path, at);
      const kinds = path.texts.map((text) => ({
        ...unknown,
        sources: [{ origin: originOfFile(text), name: text, at }],
      }));
      // A path out of a list of files, as `find` gives it, is one of those.
      const listed = path.sources.filter(({ name }) => name.includes('*')).map(({ isPart: _, ...source }) => source);
      const some = listed.length > 0 ? listed : [{ origin: 'file' as const, name: '', at }];
      const isNamed = kinds.length > 0 ? kinds : [{ ...unknown, sources: some }];
      if (own) return own;
      const held = path.texts.length === 1 ? textIn(path.texts[0] ?? '', at.path, textOf) : undefined;
      return held === undefined ? joinAll(isNamed) : from(known(held), joinAll(isNamed).sources);
    },
    write: (named, what, at: Place) => {
      const path = folders.within(named, at);
      if (isSocket(path)) {
        machine.emit({ does: 'send', to: dataOf(path), what: dataOf(what), auth: dataOf(unknown), how: 'socket', at });
        return;
      }
      machine.emit({ does: 'write', path: dataOf(path), what: dataOf(what), at });
      for (const key of keysOf(path)) files.set(key, join(files.get(key) ?? unknown, what));
    },
    written: (path, at) => {
      const found = keysOf(folders.within(path, at)).flatMap((key) => files.get(key) ?? []);
      return found.length > 0 ? joinAll(found) : undefined;
    },
    moduleAt: (unit, module, name) => {
      const path = moduleFile(unit, module, name, byPath);
      const program = path === undefined ? undefined : byPath.get(path);
      return program && runProgram(program);
    },
  };
  const calls = { apply, command: runCommand, member: memberOf };

  /** Once; a module that imports itself by way of others sees what it gives so far. */
  function runProgram(program: Program): Value {
    const before = modules.get(program.path);
    if (before && byPath.get(program.path) === program) return before;
    const exports = thing([]);
    const [given] = exports.things;
    if (!given) return unknown;
    const unit: Unit = { path: program.path, language: program.language, inHoles: unknown, depth: 0, exports: given };
    if (byPath.get(program.path) === program) modules.set(program.path, exports);
    const scope = topScope(unit);
    run(machine, program.steps, scope);
    if (program.language === 'python') for (const [name, value] of scope.variables) given.fields.set(name, value);
    return exports;
  }

  function topScope(unit: Unit): Scope {
    const variables = new Map<string, Value>();
    if (/script|tsx/.test(unit.language)) {
      const exports: Value = { ...unknown, things: [unit.exports] };
      variables.set('exports', exports);
      variables.set('module', { ...thing([['exports', exports]]), names: ['module'] });
    }
    return { unit, variables, given: unknown };
  }

  function runText(code: Value, language: Language, { at, unit }: Site): Value {
    if (unit.depth >= maxDepth) return unknown;
    const results = code.texts.slice(0, 2).map((text) => {
      if (text.length > maxTextRun || !machine.spend(10 + text.length / 8)) return unknown;
      const program = lower(text, language);
      if (!program) return unknown;
      const inner: Unit = {
        path: at.path,
        language,
        line: at.line,
        inHoles: { ...unknown, sources: code.sources },
        depth: unit.depth + 1,
        exports: { fields: new Map(), any: unknown, length: 0 },
      };
      const scope = topScope(inner);
      run(machine, program.steps, scope);
      return scope.given;
    });
    return joinAll(results);
  }

  for (const program of programs) runProgram(program);
  for (let at = 0; at < Math.min(waiting.length, 2000) && left > 0; at += 1) waiting[at]?.();
  // What nobody in the bundle calls is called by others: with what, nobody knows.
  for (let at = 0; at < defined.length && left > 0; at += 1) {
    const closure = defined[at];
    if (closure && !running.runs.has(closure.fn))
      machine.callClosure(
        closure,
        closure.fn.params.map(() => unknown),
        closure.self ?? unknown,
      );
  }
  const path = programs.at(-1)?.path ?? '';
  const unread: Unread[] = left > 0 ? [] : [{ path, reason: 'budget' }];
  return { effects, unread };
}

/** From the folder of the bundle, or of the program. */
function textIn(path: string, program: string, textOf: Options['textOf']): string | undefined {
  const plain = path.replace(/^(?:\.\/|\{baseDir\}\/)+/, '');
  if (/^[~/]|\.\.|\uFFFC/.test(plain)) return undefined;
  const folder = program.slice(0, program.lastIndexOf('/') + 1);
  return textOf(plain) ?? (folder === '' ? undefined : textOf(folder + plain));
}

/** A path by which shells reach a network. */
const isSocket = (path: Value): boolean => path.texts.some((text) => /^\/dev\/(?:tcp|udp)\//.test(text));

const keysOf = (path: Value): string[] => [
  ...path.texts.filter((text) => text.length < 300).map((text) => text.replace(/^(?:\.\/)+/, '')),
  ...(path.texts.length === 0 ? path.names.filter((name) => name !== 'file()') : []),
  ...path.things.flatMap(({ fields }) => fields.get('#path')?.texts ?? []),
];

function keyOf(effect: Effect): string {
  const { at, ...rest } = effect;
  return `${at.path}:${at.line}:${JSON.stringify(rest, (key, value) =>
    key === 'from' || key === 'origins' ? undefined : typeof value === 'string' ? value.slice(0, 120) : value,
  )}`;
}
