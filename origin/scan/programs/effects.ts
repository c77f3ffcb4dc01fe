/** What the programs of a bundle do: the front door of this folder. */
import { untilSpent, type Work } from '../work.ts';
import type { Effects, Unread } from './effect.ts';
import { interpret } from './interpret/interpreter.ts';
import { firstLineOf, languageOf } from './languages.ts';
import { lowerings } from './lowerings.ts';
import { loadGrammars, maxProgram, mostOfErrors, parse } from './parser.ts';
import type { Language, Program } from './program.ts';
import type { ProgramFile, Source } from './source.ts';
import { sourcesIn } from './sources.ts';
import type { Tree } from './tree.ts';

/** A program may run a text of these, whatever its own language is. */
const common: readonly Language[] = ['bash', 'python', 'javascript', 'powershell'];

/** And of these where it names them. Perl is read as Ruby. */
const named: readonly (readonly [RegExp, Language])[] = [
  [/ruby|perl/i, 'ruby'],
  [/php/i, 'php'],
];

/** To be awaited before `effectsOf` is asked of these files. */
export async function prepare(files: readonly ProgramFile[]): Promise<void> {
  await loadGrammars(languagesOf(files.flatMap(programsOf)));
}

/** Those of a bundle, whatever else this process has loaded: its effects are the same in each. */
function languagesOf(sources: readonly Source[]): ReadonlySet<Language> {
  if (sources.length === 0) return new Set();
  const may = named.filter(([pattern]) => sources.some(({ text }) => pattern.test(text)));
  return new Set([...sources.map(({ language }) => language), ...common, ...may.map(([, language]) => language)]);
}

/** To parse, lower and follow one character of a program takes about two microseconds. */
const unitsOfCharacter = 2;

/**
 * Units of work for the programs of one bundle: as much as is kept in memory at once. The largest of 2,219 bundles that
 * people published has two thirds of it.
 */
export const mostOfPrograms = unitsOfCharacter * 768 * 1024;

/** What the work sufficed for. */
const found = new WeakMap<ProgramFile, readonly Source[]>();

/** Finds the programs of a file and takes the work that they need; false where it does not suffice for all of them. */
export function readPrograms(file: ProgramFile, work: Work): boolean {
  let isAll = true;
  const spend = (units: number) => {
    const isEnough = work.spend(units);
    isAll &&= isEnough;
    return isEnough;
  };
  const sources = sourcesIn(file, { spend });
  found.set(
    file,
    sources.filter(({ text }) => spend(costOf(text))),
  );
  return isAll;
}

const programsOf = (file: ProgramFile): readonly Source[] => found.get(file) ?? sourcesIn(file);

/** What even an empty program takes. */
const unitsOfProgram = 60;

const costOf = (text: string): number =>
  text.length > maxProgram ? 0 : unitsOfProgram + unitsOfCharacter * text.length;

/** Steps of the interpreter for each character of program text, and for each bundle. */
const stepsOfCharacter = 2.5;
const stepsOfBundle = 200_000;
const maxSteps = 1_000_000;
/** Of a file of the bundle that a program reads, in characters. */
const maxTextRead = 16 * 1024;

/**
 * Files in any order; the effects come in the order of their paths. `patience`: how many times the steps that a publish waits
 * for.
 */
export function effectsOf(files: readonly ProgramFile[], work: Work, patience = 1): Effects {
  const unread: Unread[] = [];
  const programs: Program[] = [];
  const errors = untilSpent(mostOfErrors);
  let size = 0;
  const sources = files.toSorted(byPath).flatMap(programsOf);
  const languages = languagesOf(sources);
  for (const source of sources) {
    if (source.text.length > maxProgram) unread.push({ path: source.path, reason: 'too_large' });
    else if (!work.spend(costOf(source.text))) unread.push({ path: source.path, reason: 'budget' });
    else {
      size += source.text.length;
      const tree = parse(source.text, source.language, errors);
      const program = tree && lowerings[source.language](tree, source.path, source.firstLine);
      if (program) programs.push(program);
      const isSpent = !tree && !errors.spend(0);
      if (!tree || !program || isMisread(source, tree, program))
        unread.push({ path: source.path, reason: isSpent ? 'budget' : 'syntax' });
    }
  }
  const budget = patience * Math.min(maxSteps, stepsOfBundle + stepsOfCharacter * size);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { effects, unread: unfinished } = interpret(programs, {
    budget,
    textOf: (path) => {
      const text = texts.get(path);
      return text !== undefined && text.length <= maxTextRead ? text : undefined;
    },
    lower: (text, language) =>
      languages.has(language) ? lowered(asFile(text, language), language, errors) : undefined,
  });
  return { effects, unread: [...unread, ...unfinished] };
}

/** `php -r` takes what stands between the tags of a file. */
const asFile = (text: string, language: Language): string =>
  language === 'php' && !text.includes('<?') ? `<?php ${text}` : text;

function lowered(text: string, language: Language, errors: Work): Program | undefined {
  const tree = parse(text, language, errors);
  return tree && lowerings[language](tree, '', 1);
}

/** Of a file, that share: a slip is skipped and the rest followed. Blocks in Markdown are often no program at all. */
const mostSkipped = 0.2;

const isMisread = ({ path, text }: Source, tree: Tree, program: Program): boolean =>
  languageOf(path, firstLineOf(text)) !== undefined &&
  (tree.isWhole ? !program.isWhole : tree.wrong > mostSkipped * text.length);

const byPath = (a: ProgramFile, b: ProgramFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
