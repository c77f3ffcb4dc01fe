/**
 * Parses programs with tree-sitter. Grammars are WebAssembly: loaded once, in the process that reads bundles, before
 * `parse` is asked. What is parsed is bounded by its size and never by time, so that a verdict is the same on any machine.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language as Grammar, Parser, TreeCursor } from '@vscode/tree-sitter-wasm';
import { unlimited, type Work } from '../work.ts';
import type { Language } from './program.ts';
import type { Node, Tree } from './tree.ts';

/** Characters; a longer program is not parsed. */
export const maxProgram = 256 * 1024;

/** Units for a bundle, of what parsing takes where texts are no programs; the programs after that are left unread. */
export const mostOfErrors = 1_000_000;

/** Of a tree; the rest is left out. */
const maxNodes = 200_000;

interface Loaded {
  grammar: Grammar;
  /** By the number of a node's type and of a field. */
  types: readonly { type: string; isNamed: boolean }[];
  fields: readonly string[];
}

let runtime: Promise<typeof import('@vscode/tree-sitter-wasm')> | undefined;
let parser: Parser | undefined;
const loading = new Map<Language, Promise<void>>();
const loaded = new Map<Language, Loaded>();

/** Loads what is not loaded yet. */
export async function loadGrammars(languages: Iterable<Language>): Promise<void> {
  for (const language of new Set(languages)) {
    const one = loading.get(language) ?? load(language);
    loading.set(language, one);
    await one;
  }
}

async function load(language: Language): Promise<void> {
  runtime ??= start();
  const { Language: Grammar } = await runtime;
  const grammar = await Grammar.load(await readFile(join(folder(), `tree-sitter-${language}.wasm`)));
  loaded.set(language, {
    grammar,
    types: grammar.types.map((type, id) => ({ type: type ?? 'ERROR', isNamed: grammar.nodeTypeIsNamed(id) })),
    fields: grammar.fields.map((field) => field ?? ''),
  });
}

/** Of the runtime and the grammars: in the packed CLI it stands beside the code. */
function folder(): string {
  const packed = join(import.meta.dirname, 'tree-sitter');
  if (existsSync(packed)) return packed;
  return dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
}

async function start(): Promise<typeof import('@vscode/tree-sitter-wasm')> {
  const module: typeof import('@vscode/tree-sitter-wasm') = createRequire(import.meta.url)(
    join(folder(), 'tree-sitter.js'),
  );
  const options = {
    locateFile: (file: string) => join(folder(), file),
    instantiateWasm: counting(await readFile(join(folder(), 'tree-sitter.wasm'))),
  };
  await module.Parser.init(options);
  parser = new module.Parser();
  return module;
}

/** Bytes that the parser has copied, in pieces of half a kilobyte and more. */
let copied = 0;

/**
 * For a text that is no program they are a seventh more or less by what was parsed before, since that is how memory lies.
 * Whether a process has copied so much that only a new one may say whether the work sufficed.
 */
export function strainSince(): () => boolean {
  const before = copied;
  return () => copied - before > strain;
}

/**
 * Emscripten asks for each larger copy. Of what is a program there are next to none; to skip what is none, the parser
 * copies all that it skipped before, for every token: no other number tells of that, and its `progressCallback` least.
 */
function counting(binary: Uint8Array<ArrayBuffer>) {
  type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown;
  return (imports: { env: Record<string, unknown> }, receive: Receive): unknown => {
    const copy = imports.env['_emscripten_memcpy_js'] as (to: number, from: number, bytes: number) => void;
    imports.env['_emscripten_memcpy_js'] = (to: number, from: number, bytes: number) => {
      copied += bytes;
      copy(to, from, bytes);
    };
    const module = new WebAssembly.Module(binary);
    return receive(new WebAssembly.Instance(module, imports as WebAssembly.Imports), module);
  };
}

/**
 * Undefined where the text nests deeper than a program does, or takes more than `errors` suffices for: the parser reads
 * it over and over, or it is no program. Throws where the grammar is not loaded, or the text is longer than `maxProgram`.
 */
export function parse(text: string, language: Language, errors: Work = unlimited): Tree | undefined {
  const known = loaded.get(language);
  if (!known || !parser) throw new Error(`The grammar of ${language} is not loaded.`);
  if (text.length > maxProgram) throw new Error('The program is too long.');
  if (nestsTooDeep(text) || !errors.spend(0)) return undefined;
  const bounds = boundsOf(text, errors);
  const tree = parser.setLanguage(known.grammar).parse(bounds.read, null, { progressCallback: bounds.isOver });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  const cursor = tree.walk();
  try {
    const plain = plainOf(cursor, text, known);
    return bounds.end(plain.wrong) ? plain : undefined;
  } finally {
    cursor.delete();
    tree.delete();
    parser.reset();
  }
}

/** Nobody writes more; where it is more, the parser takes a kilobyte for each. */
const maxBrackets = 1000;

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // ( [ { and ) ] }
    if (code === 0x28 || code === 0x5b || code === 0x7b) depth += 1;
    else if ((code === 0x29 || code === 0x5d || code === 0x7d) && depth > 0) depth -= 1;
    if (depth > maxBrackets) return true;
  }
  return false;
}

/** Characters that the parser is given at a time. */
const chunk = 4096;
/** How often it may ask for each of them at no cost: here documents are looked for to their end. */
const freeReads = 4;
/** Units: to look through one of them. */
const unitsOfRead = 150;
/** Copied at no cost for each character, and with what takes a microsecond. */
const freeCopies = 16;
const bytesOfUnit = 500;
/** Bytes: two fifths of what the work for a bundle suffices for. */
const strain = 0.4 * bytesOfUnit * mostOfErrors;
/** Units for each character that is skipped: there the parser takes twenty times as long. */
const unitsOfSkipped = 10;

/** Counts what parsing takes beyond what a program does, the same however often `isOver` is asked meanwhile. */
function boundsOf(text: string, errors: Work) {
  const before = copied + freeCopies * text.length;
  let reads = -freeReads * (1 + text.length / chunk);
  let paid = 0;
  let isOver = false;
  const payCopies = (): boolean => {
    const due = Math.floor(Math.max(0, copied - before) / bytesOfUnit);
    if (due > paid) isOver ||= !errors.spend(due - paid);
    paid = due;
    return isOver;
  };
  return {
    read: (index: number): string | undefined => {
      reads += 1;
      if (reads > 0) isOver ||= !errors.spend(unitsOfRead);
      return isOver ? undefined : text.slice(index, index + chunk);
    },
    isOver: payCopies,
    /** False where it was too much after all. `skipped`: characters. */
    end: (skipped: number): boolean => {
      errors.spend(unitsOfSkipped * skipped);
      return !payCopies();
    },
  };
}

/** The tree as plain objects. It has no recursion: what nests a hundred thousand times is no deeper for it. */
function plainOf(cursor: TreeCursor, text: string, { types, fields }: Loaded): Tree {
  let isWhole = true;
  let wrong = 0;
  let wrongEnd = 0;
  let count = 0;
  let line = 1;
  let lineEnd = text.indexOf('\n');
  const node = (): Node & { children: Node[] } => {
    const start = cursor.startIndex;
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
    const { type, isNamed } = types[cursor.nodeTypeId] ?? error;
    if (type === 'ERROR') {
      isWhole = false;
      wrong += Math.max(0, cursor.endIndex - Math.max(start, wrongEnd));
      wrongEnd = Math.max(wrongEnd, cursor.endIndex);
    }
    count += 1;
    return {
      type,
      field: fields[cursor.currentFieldId] ?? '',
      isNamed,
      start,
      end: cursor.endIndex,
      line,
      children: [],
    };
  };
  const root = node();
  const path = [root];
  while (count < maxNodes) {
    if (!cursor.gotoFirstChild()) {
      while (path.length > 1 && !cursor.gotoNextSibling()) {
        cursor.gotoParent();
        path.pop();
      }
      path.pop();
    }
    const parent = path.at(-1);
    if (!parent) break;
    const child = node();
    parent.children.push(child);
    path.push(child);
  }
  return { text, root, isWhole: isWhole && count < maxNodes, wrong: count < maxNodes ? wrong : text.length };
}

const error = { type: 'ERROR', isNamed: true };
